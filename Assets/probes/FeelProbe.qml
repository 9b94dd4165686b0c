// Reports how a Flickable, ListView or GridView of Qt Quick scrolls, as an observation stream (FeelLab,
// docs/formats.md).
//
// Put this file beside your own, and FeelProbe { flickable: myList } into the item that holds your list. It writes to
// console.log. To get its lines alone, start your program like this:
//
//   QT_FORCE_STDERR_LOGGING=1 QT_MESSAGE_PATTERN='%{message}' ./my-list 2>&1 >/dev/null |
//     grep --line-buffered '^{' | feellab watch -
//
// Times are those at which Qt handles a sample: QML has no others.
import QtQuick

Item {
    id: probe
    required property Flickable flickable
    property string axis: "y"

    anchors.fill: flickable
    z: flickable.z + 1

    property double zero: Date.now()
    property bool hasBegun: false

    function write(line) { console.log(JSON.stringify(line)) }
    function now() { return (Date.now() - zero) / 1000 }
    function point(phase) {
        const place = handler.point.scenePosition
        write({ t: now(), pointer: [place.x, place.y], phase: phase })
    }
    function show() {
        const [offset, content, length] = axis === "y"
            ? [flickable.contentY - flickable.originY, flickable.contentHeight, flickable.height]
            : [flickable.contentX - flickable.originX, flickable.contentWidth, flickable.width]
        if (length <= 0) return
        if (!hasBegun) write({ feelstream: 1, source: Qt.application.name || "Qt Quick", axis: axis,
                               min: 0, max: Math.max(0, content - length), viewport: length })
        hasBegun = true
        write({ t: now(), offset: offset })
    }

    // Animated items already have their positions for this frame, and nothing of it is drawn yet.
    Connections {
        target: probe.Window.window
        function onAfterAnimating() { probe.show() }
    }

    // Sees the events that the list grabs, and grabs none itself.
    PointHandler {
        id: handler
        onActiveChanged: probe.point(active ? "down" : "up")
        onPointChanged: if (active) probe.point("move")
    }
    WheelHandler {
        acceptedDevices: PointerDevice.Mouse | PointerDevice.TouchPad
        blocking: false
        onWheel: event => probe.write({
            t: probe.now(),
            wheel: -(probe.axis === "y" ? event.angleDelta.y : event.angleDelta.x) / 120
        })
    }
}
