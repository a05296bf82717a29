import type { Descriptor } from '../descriptor/descriptor.ts';
import { flaw, type Flaw } from '../descriptor/read/grammar-problems.ts';
import { suggestHint } from '../descriptor/suggest.ts';
import { isScheduled, type HookCode } from '../store/system/hooks/hook-code.ts';

/** Checks that every hook is for a resource that the descriptor declares. */
export function checkHookCode({ resources }: Descriptor, hooks: readonly HookCode[] = []): Flaw[] {
  const named = hooks.flatMap((code) => (isScheduled(code) ? [] : [code.resource]));
  return [...new Set(named)]
    .filter((name) => !resources.has(name))
    .map((value) =>
      flaw('D087', ['resources'], { value }, suggestHint(value, resources.keys()), 'key'),
    );
}
