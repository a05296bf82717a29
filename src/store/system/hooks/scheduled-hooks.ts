import { resourceFinder } from '../../../descriptor/resource-finder.ts';
import type { ScheduledTask } from '../scheduled/run-due-tasks.ts';
import { isScheduled, minutesOf, type HookCode, type ScheduledHook } from './hook-code.ts';
import { runHook } from './run-hook.ts';

/** The hooks that run at intervals, as tasks that one of the servers repeats. */
export function scheduledHooks(codes: readonly HookCode[]): ScheduledTask[] {
  return codes.filter(isScheduled).map((hook) => ({
    name: `hook ${hook.name}`,
    ...toWhen(hook),
    run: async ({ database, store, descriptor }) => {
      const resourceOf = resourceFinder(descriptor);
      const by = { userId: null, way: 'system' } as const;
      const call = { store, resourceOf, resource: resourceOf, by, sql: database };
      return (await runHook(hook.name, () => hook.run(call))) ?? 0;
    },
  }));
}

function toWhen({ every }: ScheduledHook) {
  if (typeof every !== 'string')
    return { dailyAt: every.dailyAt, timeZone: every.timeZone ?? 'UTC' };
  const unit = every.at(-1) as keyof typeof minutesOf;
  return { everyMinutes: Number.parseInt(every, 10) * minutesOf[unit] };
}
