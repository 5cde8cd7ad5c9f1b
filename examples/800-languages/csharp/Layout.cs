// SPDX-License-Identifier: Apache-2.0
// Whether the structs of Terrawright.cs lie in memory as those of C do: by the runtime, and by abi.json.
using System;
using System.Reflection;
using System.Runtime.InteropServices;

static class Layout
{
    static int Main()
    {
        int fields = 0, wrong = 0;
        foreach (object[] layout in Terrawright.Abi.Layouts)
        {
            Type type = (Type)layout[0];
            wrong += Compare(type.Name, Marshal.SizeOf(type), (int)layout[1]);
            wrong += Compare("the number of fields of " + type.Name, type.GetFields().Length, (layout.Length - 2) / 3);
            for (int i = 2; i < layout.Length; i += 3, ++fields)
            {
                string name = (string)layout[i], what = type.Name + "." + name;
                wrong += Compare(what, (int)Marshal.OffsetOf(type, name), (int)layout[i + 1]);
                wrong += Compare("the size of " + what, SizeOf(type.GetField(name)), (int)layout[i + 2]);
            }
        }
        Console.WriteLine("{0} structs, {1} fields, {2} wrong", Terrawright.Abi.Layouts.Length, fields, wrong);
        return wrong == 0 ? 0 : 1;
    }

    static int SizeOf(FieldInfo field)
    {
        if (typeof(Delegate).IsAssignableFrom(field.FieldType)) return IntPtr.Size;
        if (!field.FieldType.IsArray) return Marshal.SizeOf(field.FieldType);
        var marshalled = (MarshalAsAttribute)Attribute.GetCustomAttribute(field, typeof(MarshalAsAttribute));
        return marshalled.SizeConst * Marshal.SizeOf(field.FieldType.GetElementType());
    }

    static int Compare(string what, int is_, int should)
    {
        if (is_ != should) Console.WriteLine("{0}: {1} in place of {2}", what, is_, should);
        return is_ == should ? 0 : 1;
    }
}
