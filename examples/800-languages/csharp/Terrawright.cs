// SPDX-License-Identifier: Apache-2.0
// Made by scripts/bindings.py from schema/abi.json.
// The interface of Terrawright, ABI 1.0. What each field means is in terrawright/abi.h.
//
// Pointers are IntPtr. Whoever hands out a delegate keeps it from the garbage collector as long as it may be called.
// A field with "since" is there only where `size` covers it, or where the plugin needs that minor.
using System;
using System.Runtime.InteropServices;

namespace Terrawright
{
    public static class Abi
    {
        public const uint KIND_HEIGHT = 1;
        public const uint KIND_SCALAR = 2;
        public const uint KIND_WEIGHT = 3;
        public const uint KIND_MASK = 4;
        public const uint KIND_CLASS = 5;
        public const uint KIND_COUNT = 6;
        public const uint KIND_VECTOR = 7;
        public const uint KIND_COLOUR = 8;
        public const uint KIND_NUMBER = 9;
        public const uint KIND_GRID = 10;
        public const uint KIND_TEXT = 11;
        public const uint KIND_TABLE = 12;
        public const int ANSWER_DONE = 0;
        public const int ANSWER_AGAIN = 1;
        public const int ANSWER_STOPPED = 2;
        public const int ANSWER_FAILED = 3;
        public const uint PORT_INPUT = 0;
        public const uint PORT_OUTPUT = 1;
        public const uint PORT_OPTIONAL = 1;
        public const uint PORT_BY_NAME = 2;
        public const uint PORT_POINTS = 4;
        public const uint PORT_LINES = 8;
        public const uint PORT_NODATA = 256;
        public const uint PARAMETER_REAL = 1;
        public const uint PARAMETER_INTEGER = 2;
        public const uint PARAMETER_BOOLEAN = 3;
        public const uint PARAMETER_CHOICE = 4;
        public const uint PARAMETER_TEXT = 5;
        public const uint PARAMETER_PERCENTAGE = 6;
        public const uint PARAMETER_LIST = 7;
        public const uint PARAMETER_ROWS = 8;
        public const uint PARAMETER_FILE = 9;
        public const uint PARAMETER_COLOUR = 10;
        public const uint PARAMETER_ADVANCED = 1;
        public const uint PARAMETER_DEPRECATED = 2;
        public const uint READS_CELL = 1;
        public const uint READS_LATITUDE = 2;
        public const uint READS_RANDOM = 4;
        public const uint READS_LONGITUDE = 8;
        public const uint WRAP_X = 1;
        public const uint WRAP_Y = 2;
        public const uint ENCODING_IMAGE = 0;
        public const uint ENCODING_U16 = 1;
        public const uint ENCODING_F32 = 2;
        public const uint ENCODING_BYTES = 3;
        public const uint REQUEST_NODATA = 1;
        public const uint REQUEST_FILL = 2;
        public const uint FACTS_VALUES = 1;
        public const uint FACTS_SCALED = 2;
        public const uint FACTS_SIGNED = 4;
        public const uint FACTS_UNPLACED = 8;
        public const uint SAMPLES_F32 = 1;
        public const uint PHASE_CREATE = 0;
        public const uint PHASE_SURVEY = 1;
        public const uint PHASE_RESOLVE = 2;
        public const uint PHASE_PAINT = 3;
        public const uint PHASE_MERGE = 4;
        public const uint PHASE_COMBINE = 5;
        public const uint PHASE_SPLIT = 6;
        public const uint LOG_DETAIL = 0;
        public const uint LOG_INFO = 1;
        public const uint STAGE_WHOLE = 1;
        public const uint STAGE_SURVEYS = 2;
        public const uint STAGE_RESOLVES = 4;
        public const uint STAGE_MERGES = 8;
        public const uint PLUGIN_SERIAL = 1;
        public const uint COLUMN_INTEGERS = 1;
        public const uint COLUMN_REALS = 2;
        public const uint COLUMN_TEXTS = 3;
        public const uint ABI_MAJOR = 1;
        public const uint ABI_MINOR = 0;
        public const string COMBINE = "combine/1";
        public const string ENTRY_SYMBOL = "terrawright_plugin_v1";
        public const ulong EVERY_TILE = 18446744073709551615;
        public const string ROUNDS = "rounds/1";
        public const string TABLES = "tables/1";
        public const string TEXTS = "texts/1";

        // Of each struct its size, and the name, offset and size of each field.
        public static readonly object[][] Layouts =
        {
            new object[] { typeof(Arrangement), 32,
                "size", 0, 4, "reserved", 4, 4, "world", 8, 8, "values", 16, 8, "flows", 24, 8 },
            new object[] { typeof(Blob), 16,
                "bytes", 0, 8, "size", 8, 8 },
            new object[] { typeof(Class), 24,
                "code", 0, 2, "reserved", 2, 2, "colour", 4, 4, "name", 8, 8, "glyph", 16, 8 },
            new object[] { typeof(Column), 48,
                "size", 0, 4, "kind", 4, 4, "name", 8, 8, "unit", 16, 8, "integers", 24, 8,
                "reals", 32, 8, "texts", 40, 8 },
            new object[] { typeof(Combine), 24,
                "size", 0, 4, "reserved", 4, 4, "combine", 8, 8, "split", 16, 8 },
            new object[] { typeof(Engine), 56,
                "size", 0, 4, "abi_major", 4, 4, "abi_minor", 8, 4, "reserved", 12, 4,
                "version", 16, 8, "path", 24, 8, "handle", 32, 8, "fail", 40, 8, "log", 48, 8 },
            new object[] { typeof(FileFacts), 64,
                "size", 0, 4, "bits", 4, 4, "width", 8, 8, "height", 16, 8, "flags", 24, 4,
                "reserved", 28, 4, "cell_width", 32, 8, "cell_height", 40, 8, "latitude", 48, 8,
                "bytes", 56, 8 },
            new object[] { typeof(FileRequest), 56,
                "size", 0, 4, "encoding", 4, 4, "flags", 8, 4, "big_endian", 12, 4, "width", 16, 8,
                "height", 24, 8, "channel", 32, 8, "part", 40, 8, "nodata", 48, 8 },
            new object[] { typeof(Flow), 32,
                "size", 0, 4, "kind", 4, 4, "unit", 8, 8, "legend", 16, 8, "n_legend", 24, 8 },
            new object[] { typeof(Host), 184,
                "size", 0, 4, "reserved", 4, 4, "fail", 8, 8, "warn", 16, 8, "log", 24, 8,
                "progress", 32, 8, "cancelled", 40, 8, "extension", 48, 8, "stream", 56, 8,
                "set_unit", 64, 8, "set_legend", 72, 8, "needs_memory", 80, 8,
                "needs_scratch", 88, 8, "depends", 96, 8, "open_file", 104, 8, "file_bytes", 112, 8,
                "read_file", 120, 8, "scratch", 128, 8, "note", 136, 8, "verdict", 144, 8,
                "parallel", 152, 8, "number", 160, 8, "grid", 168, 8, "same", 176, 8 },
            new object[] { typeof(Job), 200,
                "size", 0, 4, "phase", 4, 4, "round", 8, 8, "host", 16, 8, "handle", 24, 8,
                "world", 32, 8, "numbers", 40, 8, "grids", 48, 8, "statistics", 56, 8,
                "verdict", 64, 16, "tile", 80, 32, "tile_index", 112, 8, "inputs", 120, 8,
                "outputs", 128, 8, "window_statistics", 136, 8, "own_verdict", 144, 16,
                "notes", 160, 8, "note_tiles", 168, 8, "n_notes", 176, 8, "tiles", 184, 8,
                "n_tiles", 192, 8 },
            new object[] { typeof(Parameter), 168,
                "size", 0, 4, "kind", 4, 4, "flags", 8, 4, "item_kind", 12, 4, "name", 16, 8,
                "doc", 24, 8, "unit", 32, 8, "word", 40, 8, "minimum", 48, 8, "maximum", 56, 8,
                "integer_minimum", 64, 8, "integer_maximum", 72, 8, "choices", 80, 8,
                "choice_docs", 88, 8, "n_choices", 96, 8, "columns", 104, 8, "n_columns", 112, 8,
                "fallback", 120, 48 },
            new object[] { typeof(Plugin), 80,
                "size", 0, 4, "abi_major", 4, 4, "abi_minor", 8, 4, "flags", 12, 4, "id", 16, 8,
                "version", 24, 8, "built_with", 32, 8, "stages", 40, 8, "n_stages", 48, 8,
                "deinit", 56, 8, "extension", 64, 8, "build", 72, 8 },
            new object[] { typeof(Point), 16,
                "x", 0, 8, "y", 8, 8 },
            new object[] { typeof(Port), 64,
                "size", 0, 4, "direction", 4, 4, "kinds", 8, 8, "flags", 16, 4, "reserved", 20, 4,
                "statistics", 24, 4, "window_statistics", 28, 4, "name", 32, 8, "doc", 40, 8,
                "unit", 48, 8, "like_port", 56, 8 },
            new object[] { typeof(Rect), 32,
                "x", 0, 8, "y", 8, 8, "width", 16, 8, "height", 24, 8 },
            new object[] { typeof(Rounds), 32,
                "size", 0, 4, "reserved", 4, 4, "carry", 8, 8, "carried", 16, 8, "visit", 24, 8 },
            new object[] { typeof(Stage), 176,
                "size", 0, 4, "version", 4, 4, "revision", 8, 4, "flags", 12, 4, "reads", 16, 4,
                "reserved", 20, 4, "id", 24, 8, "doc", 32, 8, "source", 40, 8, "example", 48, 8,
                "data", 56, 8, "ports", 64, 8, "n_ports", 72, 8, "parameters", 80, 8,
                "n_parameters", 88, 8, "needs", 96, 8, "n_needs", 104, 8, "extension", 112, 8,
                "create", 120, 8, "destroy", 128, 8, "window", 136, 8, "survey", 144, 8,
                "merge", 152, 8, "resolve", 160, 8, "paint", 168, 8 },
            new object[] { typeof(Statistics), 24,
                "minimum", 0, 8, "maximum", 8, 8, "nans", 16, 8 },
            new object[] { typeof(Table), 48,
                "size", 0, 4, "reserved", 4, 4, "n_columns", 8, 8, "n_rows", 16, 8,
                "columns", 24, 8, "points", 32, 8, "ends", 40, 8 },
            new object[] { typeof(Tables), 24,
                "size", 0, 4, "reserved", 4, 4, "table", 8, 8, "input", 16, 8 },
            new object[] { typeof(Target), 48,
                "cells", 0, 8, "stride", 8, 8, "area", 16, 32 },
            new object[] { typeof(Texts), 16,
                "size", 0, 4, "reserved", 4, 4, "text", 8, 8 },
            new object[] { typeof(Value), 48,
                "is_word", 0, 4, "reserved", 4, 4, "real", 8, 8, "integer", 16, 8, "text", 24, 8,
                "items", 32, 8, "n_items", 40, 8 },
            new object[] { typeof(View), 48,
                "cells", 0, 8, "stride", 8, 8, "area", 16, 32 },
            new object[] { typeof(WorldFacts), 48,
                "size", 0, 4, "wrap", 4, 4, "width", 8, 8, "height", 16, 8, "cell", 24, 8,
                "latitude", 32, 8, "longitude", 40, 8 },
        };
    }

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate IntPtr Entry(IntPtr engine);

    /// <summary>terrawright_arrangement of terrawright/abi.h.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Arrangement
    {
        public uint size;
        public uint reserved;
        public IntPtr world;  // const terrawright_world_facts *
        public IntPtr values;  // const terrawright_value *
        public IntPtr flows;  // const terrawright_flow *const *
    }

    /// <summary>terrawright_blob of terrawright/abi.h.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Blob
    {
        public IntPtr bytes;  // const void *
        public ulong size;
    }

    /// <summary>terrawright_class of terrawright/abi.h.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Class
    {
        public ushort code;
        public ushort reserved;
        [MarshalAs(UnmanagedType.ByValArray, SizeConst = 4)]
        public byte[] colour;
        public IntPtr name;  // const char *
        public IntPtr glyph;  // const char *
    }

    /// <summary>terrawright_column of terrawright/ext/tables.h.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Column
    {
        public uint size;
        public uint kind;
        public IntPtr name;  // const char *
        public IntPtr unit;  // const char *
        public IntPtr integers;  // const int64_t *
        public IntPtr reals;  // const double *
        public IntPtr texts;  // const char *const *
    }

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate int CombineCombine(IntPtr self, IntPtr job);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate int CombineSplit(IntPtr self, IntPtr job);

    /// <summary>terrawright_combine of terrawright/ext/combine.h.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Combine
    {
        public uint size;
        public uint reserved;
        public CombineCombine combine;
        public CombineSplit split;
    }

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate void EngineFail(IntPtr handle, IntPtr text);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate void EngineLog(IntPtr handle, uint level, IntPtr text);

    /// <summary>terrawright_engine of terrawright/abi.h.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Engine
    {
        public uint size;
        public uint abi_major;
        public uint abi_minor;
        public uint reserved;
        public IntPtr version;  // const char *
        public IntPtr path;  // const char *
        public IntPtr handle;
        public EngineFail fail;
        public EngineLog log;
    }

    /// <summary>terrawright_file_facts of terrawright/abi.h.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct FileFacts
    {
        public uint size;
        public uint bits;
        public long width;
        public long height;
        public uint flags;
        public uint reserved;
        public double cell_width;
        public double cell_height;
        public double latitude;
        public ulong bytes;
    }

    /// <summary>terrawright_file_request of terrawright/abi.h.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct FileRequest
    {
        public uint size;
        public uint encoding;
        public uint flags;
        public uint big_endian;
        public long width;
        public long height;
        public long channel;
        public IntPtr part;  // const char *
        public double nodata;
    }

    /// <summary>terrawright_flow of terrawright/abi.h.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Flow
    {
        public uint size;
        public uint kind;
        public IntPtr unit;  // const char *
        public IntPtr legend;  // const terrawright_class *
        public ulong n_legend;
    }

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate void HostFail(IntPtr handle, IntPtr where, long x, long y, IntPtr text);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate void HostWarn(IntPtr handle, IntPtr where, long x, long y, IntPtr text);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate void HostLog(IntPtr handle, uint level, IntPtr text);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate void HostProgress(IntPtr handle, double share);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate int HostCancelled(IntPtr handle);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate IntPtr HostExtension(IntPtr handle, IntPtr id);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate ulong HostStream(IntPtr handle, IntPtr suffix);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate void HostSetUnit(IntPtr handle, uint port, IntPtr unit);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate void HostSetLegend(IntPtr handle, uint port, IntPtr entries, ulong n_entries);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate void HostNeedsMemory(IntPtr handle, ulong bytes);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate void HostNeedsScratch(IntPtr handle, ulong bytes, ulong bytes_per_cell);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate void HostDepends(IntPtr handle, IntPtr bytes, ulong size);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate long HostOpenFile(IntPtr handle, IntPtr parameter, IntPtr request, IntPtr facts);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate int HostFileBytes(IntPtr handle, long file, ulong begin, ulong size, IntPtr bytes);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate int HostReadFile(IntPtr handle, long file, IntPtr area, uint kind, IntPtr samples, long stride);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate IntPtr HostScratch(IntPtr handle, ulong bytes);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate void HostNote(IntPtr handle, IntPtr bytes, ulong size);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate void HostVerdict(IntPtr handle, ulong tile, IntPtr bytes, ulong size);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate int HostParallelBody(IntPtr context, ulong i);
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate int HostParallel(IntPtr handle, ulong n, HostParallelBody body, IntPtr context);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate void HostNumber(IntPtr handle, uint port, double value);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate void HostGrid(IntPtr handle, uint port, IntPtr bytes, ulong size);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate void HostSame(IntPtr handle, uint output, uint input);

    /// <summary>terrawright_host of terrawright/abi.h.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Host
    {
        public uint size;
        public uint reserved;
        public HostFail fail;
        public HostWarn warn;
        public HostLog log;
        public HostProgress progress;
        public HostCancelled cancelled;
        public HostExtension extension;
        public HostStream stream;
        public HostSetUnit set_unit;
        public HostSetLegend set_legend;
        public HostNeedsMemory needs_memory;
        public HostNeedsScratch needs_scratch;
        public HostDepends depends;
        public HostOpenFile open_file;
        public HostFileBytes file_bytes;
        public HostReadFile read_file;
        public HostScratch scratch;
        public HostNote note;
        public HostVerdict verdict;
        public HostParallel parallel;
        public HostNumber number;
        public HostGrid grid;
        public HostSame same;
    }

    /// <summary>terrawright_job of terrawright/abi.h.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Job
    {
        public uint size;
        public uint phase;
        public ulong round;
        public IntPtr host;  // const terrawright_host *
        public IntPtr handle;
        public IntPtr world;  // const terrawright_world_facts *
        public IntPtr numbers;  // const double *
        public IntPtr grids;  // const terrawright_blob *
        public IntPtr statistics;  // const terrawright_statistics *
        public Blob verdict;
        public Rect tile;
        public ulong tile_index;
        public IntPtr inputs;  // const terrawright_view *
        public IntPtr outputs;  // const terrawright_target *
        public IntPtr window_statistics;  // const terrawright_statistics *
        public Blob own_verdict;
        public IntPtr notes;  // const terrawright_blob *
        public IntPtr note_tiles;  // const uint64_t *
        public ulong n_notes;
        public IntPtr tiles;  // const terrawright_rect *
        public ulong n_tiles;
    }

    /// <summary>terrawright_parameter of terrawright/abi.h.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Parameter
    {
        public uint size;
        public uint kind;
        public uint flags;
        public uint item_kind;
        public IntPtr name;  // const char *
        public IntPtr doc;  // const char *
        public IntPtr unit;  // const char *
        public IntPtr word;  // const char *
        public double minimum;
        public double maximum;
        public long integer_minimum;
        public long integer_maximum;
        public IntPtr choices;  // const char *const *
        public IntPtr choice_docs;  // const char *const *
        public ulong n_choices;
        public IntPtr columns;  // const struct terrawright_parameter *const *
        public ulong n_columns;
        public Value fallback;
    }

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate void PluginDeinit();

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate IntPtr PluginExtension(IntPtr id);

    /// <summary>terrawright_plugin of terrawright/abi.h.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Plugin
    {
        public uint size;
        public uint abi_major;
        public uint abi_minor;
        public uint flags;
        public IntPtr id;  // const char *
        public IntPtr version;  // const char *
        public IntPtr built_with;  // const char *
        public IntPtr stages;  // const terrawright_stage *const *
        public ulong n_stages;
        public PluginDeinit deinit;
        public PluginExtension extension;
        public IntPtr build;  // const char *
    }

    /// <summary>terrawright_point of terrawright/abi.h.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Point
    {
        public double x;
        public double y;
    }

    /// <summary>terrawright_port of terrawright/abi.h.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Port
    {
        public uint size;
        public uint direction;
        public ulong kinds;
        public uint flags;
        public uint reserved;
        public uint statistics;
        public uint window_statistics;
        public IntPtr name;  // const char *
        public IntPtr doc;  // const char *
        public IntPtr unit;  // const char *
        public IntPtr like_port;  // const char *
    }

    /// <summary>terrawright_rect of terrawright/abi.h.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Rect
    {
        public long x;
        public long y;
        public long width;
        public long height;
    }

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate void RoundsCarry(IntPtr handle, IntPtr bytes, ulong size);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate void RoundsCarried(IntPtr handle, IntPtr @out);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate void RoundsVisit(IntPtr handle, ulong tile);

    /// <summary>terrawright_rounds of terrawright/ext/rounds.h.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Rounds
    {
        public uint size;
        public uint reserved;
        public RoundsCarry carry;
        public RoundsCarried carried;
        public RoundsVisit visit;
    }

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate IntPtr StageExtension(IntPtr stage, IntPtr id);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate IntPtr StageCreate(IntPtr stage, IntPtr host, IntPtr handle, IntPtr arrangement);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate void StageDestroy(IntPtr self);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate int StageWindow(IntPtr self, uint phase, uint port, IntPtr tile, IntPtr @out);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate int StageSurvey(IntPtr self, IntPtr job);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate int StageMerge(IntPtr self, IntPtr job, IntPtr a, IntPtr b);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate int StageResolve(IntPtr self, IntPtr job);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate int StagePaint(IntPtr self, IntPtr job);

    /// <summary>terrawright_stage of terrawright/abi.h.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Stage
    {
        public uint size;
        public uint version;
        public uint revision;
        public uint flags;
        public uint reads;
        public uint reserved;
        public IntPtr id;  // const char *
        public IntPtr doc;  // const char *
        public IntPtr source;  // const char *
        public IntPtr example;  // const char *
        public IntPtr data;
        public IntPtr ports;  // const terrawright_port *const *
        public ulong n_ports;
        public IntPtr parameters;  // const terrawright_parameter *const *
        public ulong n_parameters;
        public IntPtr needs;  // const char *const *
        public ulong n_needs;
        public StageExtension extension;
        public StageCreate create;
        public StageDestroy destroy;
        public StageWindow window;
        public StageSurvey survey;
        public StageMerge merge;
        public StageResolve resolve;
        public StagePaint paint;
    }

    /// <summary>terrawright_statistics of terrawright/abi.h.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Statistics
    {
        public double minimum;
        public double maximum;
        public ulong nans;
    }

    /// <summary>terrawright_table of terrawright/ext/tables.h.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Table
    {
        public uint size;
        public uint reserved;
        public ulong n_columns;
        public ulong n_rows;
        public IntPtr columns;  // const terrawright_column *const *
        public IntPtr points;  // const terrawright_point *
        public IntPtr ends;  // const uint64_t *
    }

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate void TablesTable(IntPtr handle, uint port, IntPtr table);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate IntPtr TablesInput(IntPtr handle, uint port);

    /// <summary>terrawright_tables of terrawright/ext/tables.h.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Tables
    {
        public uint size;
        public uint reserved;
        public TablesTable table;
        public TablesInput input;
    }

    /// <summary>terrawright_target of terrawright/abi.h.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Target
    {
        public IntPtr cells;
        public long stride;
        public Rect area;
    }

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate void TextsText(IntPtr handle, uint port, IntPtr bytes, ulong size);

    /// <summary>terrawright_texts of terrawright/ext/texts.h.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Texts
    {
        public uint size;
        public uint reserved;
        public TextsText text;
    }

    /// <summary>terrawright_value of terrawright/abi.h.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Value
    {
        public uint is_word;
        public uint reserved;
        public double real;
        public long integer;
        public IntPtr text;  // const char *
        public IntPtr items;  // const struct terrawright_value *
        public ulong n_items;
    }

    /// <summary>terrawright_view of terrawright/abi.h.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct View
    {
        public IntPtr cells;  // const void *
        public long stride;
        public Rect area;
    }

    /// <summary>terrawright_world_facts of terrawright/abi.h.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct WorldFacts
    {
        public uint size;
        public uint wrap;
        public long width;
        public long height;
        public double cell;
        public double latitude;
        public double longitude;
    }
}
