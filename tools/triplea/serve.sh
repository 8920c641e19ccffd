#!/bin/sh
# Compiles the Java side (once) and runs it: ./serve.sh GAME.xml ai=fast|hard [properties=NAME:VALUE;…]
# Positions come in on standard input, what the computer players do goes out as JSON lines.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cwd=$(pwd)
home=${TRIPLEA_HOME:-/usr/share/games/triplea/bin}
jar=$home/triplea.jar
[ -f "$jar" ] || { echo "install the Debian packages triplea and default-jdk-headless" >&2; exit 2; }
work=${BRIDGE_WORK:-${TMPDIR:-/tmp}/sandtable-triplea-$(id -u)}
mkdir -p "$work/home" "$work/prefs"
# Several of these may start at once: each builds in a folder of its own and the first one in wins.
stamp=$(cat "$here"/*.java | cksum | tr -d ' ')
if [ ! -d "$work/built-$stamp" ]; then
  fresh=$(mktemp -d "$work/building-XXXXXX")
  mkdir "$fresh/classes" "$fresh/patched"
  asm="--add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED"
  javac $asm -nowarn -proc:none -Xlint:none -encoding UTF-8 -cp "$jar" -d "$fresh/classes" \
    "$here"/*.java 2>"$fresh/javac.log" || { cat "$fresh/javac.log" >&2; exit 1; }
  d=games/strategy/engine/data
  java $asm -cp "$fresh/classes" Patch "$jar" "$fresh/patched" $d/DefaultNamed $d/DefaultAttachment $d/Unit
  mv -T "$fresh" "$work/built-$stamp" 2>/dev/null || rm -rf "$fresh"
fi
cd "$home" # the engine reads game_engine.properties from the current directory
exec java ${BRIDGE_JAVA_OPTS:--Xmx1g -XX:ActiveProcessorCount=1 -XX:+UseSerialGC} \
  -Djava.awt.headless=true -Dtriplea.headless=true \
  -Duser.home="$work/home" -Djava.util.prefs.userRoot="$work/prefs" -Dpeer.cwd="$cwd" \
  -cp "$work/built-$stamp/patched:$work/built-$stamp/classes:$jar" Bridge "$@"
