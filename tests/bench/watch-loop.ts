import { monitorEventLoopDelay } from 'node:perf_hooks';

/*
 * Loaded into a server before its own code: answers whoever started it, for every message, how
 * long the event loop was kept from its work since the last one, in ms.
 */
/** Looked at every so many ms: what is shorter is not seen. */
const every = Number(process.env['WATCH_EVERY'] ?? 10);
const delay = monitorEventLoopDelay({ resolution: every });
delay.enable();

// By the time of the processor, which others do not take part in on a busy machine.
let before = process.threadCpuUsage();
let busy = 0;
setInterval(() => {
  const { user, system } = process.threadCpuUsage(before);
  before = process.threadCpuUsage();
  busy = Math.max(busy, (user + system) / 1e3);
}, every).unref();

process.on('message', () => {
  const inMs = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - every);
  process.send?.({
    p50: inMs(delay.percentile(50)),
    p99: inMs(delay.percentile(99)),
    max: inMs(delay.max),
    busy,
  });
  delay.reset();
  busy = 0;
});
// The channel alone keeps nobody alive.
process.channel?.unref();
