// How long a page's main thread works for each frame, out of what the browser traced.

export const FRAME_EVENTS = ['toplevel', 'devtools.timeline']

/** How long the main thread worked for each frame, in milliseconds of its processor, the shortest first. */
export function frames(events) {
  const begun = events.filter(({ name, ph }) => name === 'AnimationFrame' && ph === 'b')
  const main = begun.map(({ tid }) => tid).sort((a, b) => a - b)[begun.length >> 1]
  const own = events.filter(({ pid, tid }) => tid === main && pid === begun.find((one) => one.tid === main).pid)
  const at = begun
    .filter(({ tid }) => tid === main)
    .map(({ ts }) => ts)
    .sort((a, b) => a - b)
  const spent = new Array(at.length).fill(0)
  // The tasks of the event loop: they do not overlap, and everything else lies inside them.
  const tasks = own.filter(({ name, tdur }) => name === 'ThreadControllerImpl::RunTask' && tdur !== undefined)
  let frame = -1
  for (const { ts, dur, tdur } of outermost(tasks.sort((a, b) => a.ts - b.ts || b.dur - a.dur))) {
    // A task counts for the frame that begins in it, or else for the one before it.
    while (at[frame + 1] <= ts + dur) frame += 1
    if (frame >= 0) spent[frame] += tdur / 1000
  }
  return spent.slice(0, -1).sort((a, b) => a - b)
}

function outermost(tasks) {
  const kept = []
  let end = -1
  for (const task of tasks) {
    if (task.ts < end) continue
    kept.push(task)
    end = task.ts + task.dur
  }
  return kept
}
