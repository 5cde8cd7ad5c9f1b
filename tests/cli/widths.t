A world keeps what its knobs promise at the widths that it is made for. TERRAWRIGHT_AT_LENGTH tries larger sides too.

  $ shipped() { # world, side, width, ...
  >   case $1 in
  >     valley|badlands|canyon|crater|dunes) layer="h: sea.mask" ;;
  >     coast) layer="land: ashore.land" ;;
  >     *) layer="land: land.land" ;;
  >   esac
  >   rm -rf out
  >   terrawright build "$TERRAWRIGHT_ROOT/configs/$1.yaml" --quiet --set world.size=[$2,$2] --out out "${@:4}" \
  >     --set "world.cell=$(awk "BEGIN { printf \"%f\", $3 / $2 }") m" --set "outputs=[{file: o.exr, layers: {$layer}}]"
  > }
  $ while read least most names; do for name in $names; do
  >   [ $(($most / $least)) -ge 16 ] || echo "$name: few widths"
  >   for side in 257 ${TERRAWRIGHT_AT_LENGTH:+513 1025 2049}; do
  >     for width in $least $(awk "BEGIN { printf \"%f\", sqrt($least * $most) }") $most; do
  >       shipped $name $side $width || echo "$name, $side cells, $width m: $?"
  >       jq -c 'select(.expectations | length < 2), .expectations[] | select(.holds != true)' out/*.manifest.json
  >     done
  >   done
  > done; done <<END
  > 64000 1024000 realistic long_island two_massifs fjords delta
  > 32000 512000 island
  > 256000 4096000 continent
  > 16000 256000 archipelago
  > 10000 160000 volcano
  > 56000 900000 hand_drawn
  > 12000 192000 atoll
  > 500 16000 valley badlands canyon crater dunes coast
  > END

A knob that is turned moves what is expected.

  $ shipped realistic 513 128000 --set 'knobs.sea=74 %' --set 'knobs.peak=2 km' 2>/dev/null
  $ jq -c '[(.numbers."land.land_share".value | . >= 0.21 and . <= 0.31) == .expectations[0].holds,
  >   (.layers.metres.maximum | . >= 1600 and . <= 2400) == .expectations[1].holds]' out/*.manifest.json
  [true,true]
  $ shipped volcano 257 41000 --set 'stages.cone.with.radius=40 km' 2>/dev/null
  $ jq '.expectations[] | select(.name == "land within the frame") | .holds' out/*.manifest.json
  false
