#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes an OCI image of what is built, twice and equal, unpacks it by its own description, and builds the island in it as
# the user that it names, without rights: image.sh SOURCES BUILD_FOLDER; as root
set -euo pipefail
sources=$1
build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "image.sh: $*" >&2; exit 1; }

/usr/bin/python3 "$sources/scripts/portable.py" "$build" "$work/made" >/dev/null
"$sources/scripts/image.sh" "$work/made"
mv "$work"/made/*.oci.tar "$work/image.tar"
"$sources/scripts/image.sh" "$work/made" >/dev/null
cmp "$work"/made/*.oci.tar "$work/image.tar" || fail "two images of one archive differ"

# The layers below a folder; of what runs, the user, the folder, the environment and the command.
mkdir "$work/root"
/usr/bin/python3 - "$work" >"$work/runs" <<'PYTHON'
import hashlib, io, json, pathlib, shlex, sys, tarfile
work = pathlib.Path(sys.argv[1])
with tarfile.open(work / "image.tar") as image:
    def blob(described):
        data = image.extractfile("blobs/" + described["digest"].replace(":", "/")).read()
        assert hashlib.sha256(data).hexdigest() == described["digest"].split(":")[1] and len(data) == described["size"]
        return data
    index = json.load(image.extractfile("index.json"))
    assert [one["annotations"]["org.opencontainers.image.ref.name"] for one in index["manifests"]] == ["terrawright:latest"]
    manifest = json.loads(blob(index["manifests"][0]))
    size = sum(layer["size"] for layer in manifest["layers"])
    assert size < 100e6, size
    for layer in manifest["layers"]:
        with tarfile.open(fileobj=io.BytesIO(blob(layer))) as files:
            files.extractall(work / "root")
    runs = json.loads(blob(manifest["config"]))["config"]
user, group = runs["User"].split(":")
assert int(user) > 0 and int(group) > 0
for name, words in {"user": [user], "group": [group], "folder": [runs["WorkingDir"]], "environment": runs["Env"],
                    "entry": runs["Entrypoint"], "usual": runs["Cmd"]}.items():
    print(f"{name}=({shlex.join(words)})")
PYTHON
source "$work/runs"
mkdir "$work/root/proc"
# As an engine of containers runs it.
in_image() {
  env -i "${environment[@]}" unshare --mount --pid --fork bash -c '
    mount -t proc proc "$1/proc" && exec unshare --root="$1" --wd="$2" --setgid "$4" --setuid "$3" "${@:5}"' \
    - "$work/root" "$folder" "$user" "$group" "${entry[@]}" "$@"
}
in_image "${usual[@]}" | grep --quiet "terrawright build" || fail "the usual command says nothing"
in_image new world coast --like island >/dev/null || fail "no world begins in it"
words=(build coast.yaml --set "world.size=[129,129]" --set "expect=[]" --cache off --quiet --out coast)
in_image "${words[@]}" || fail "the island is not built in it"
cp "$work/root$folder/coast.yaml" "$work"
(cd "$work" && "$build/terrawright" "${words[@]}") || fail "the island is not built here"
diff -r "$work/coast" "$work/root$folder/coast" || fail "the island is another one in it"
worlds=("$work"/root/opt/terrawright/share/terrawright/configs/*.yaml)
in_image verify --quiet "${worlds[@]#"$work/root"}" >"$work/verified" 2>&1 || { tail "$work/verified"; fail "a lock does not hold in it"; }
[ "$(stat -c %u "$work/root$folder/coast.yaml")" = "$user" ] || fail "it ran as another user"
echo "image: the island in it as user $user, byte for byte; all worlds as they were locked; twice made, equal"
