import type { Log } from '../../store/log-fields.ts';
import { openRepeater } from '../../store/connection/open-repeater.ts';
import { callDueHook, namesAfterCommit } from '../../store/system/hooks/call-after-commit.ts';
import { HOOK_CHANNEL, nextHookCall } from '../../store/system/hooks/hook-calls.ts';
import type { HookCode } from '../../store/system/hooks/hook-code.ts';
import type { Installation } from '../installation.ts';
import { codeFor } from '../read/installation-code.ts';

/** The seconds between two looks without a notice. */
const LOOK = 30;

/**
 * Calls the hooks that wait for their commit, one after the other. Every server does so and takes calls that no other
 * has. Returns a function that stops it after the current call.
 */
export async function openHookCalls(
  { live, database, store }: Pick<Installation, 'live' | 'database' | 'store'>,
  log: Log,
  hooksOf: () => readonly HookCode[] = () => codeFor(live.current()).hooks ?? [],
): Promise<() => Promise<void>> {
  const { close } = await openRepeater(database, HOOK_CHANNEL, callDue, {
    pause: LOOK,
    onFailure: (err) => log.error({ err }, 'The hooks to call cannot be read'),
  });
  return close;

  /** Returns the seconds to sleep. */
  async function callDue(): Promise<number> {
    const hooks = hooksOf();
    const names = namesAfterCommit(hooks);
    if (names.length === 0) return LOOK;
    const parts = { database, store: store.for('job'), descriptor: live.current(), hooks, log };
    if (await callDueHook(parts)) return 0;
    return Math.min(LOOK, Math.max(0.05, (await nextHookCall(database, names)) ?? LOOK));
  }
}
