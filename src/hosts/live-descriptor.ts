import type { FileProblem } from '../contract/meta.ts';
import type { Descriptor } from '../descriptor/descriptor.ts';
import type { DescriptorNews } from '../api/api-parts.ts';

/** The descriptor that is served, which may be exchanged while everything runs. */
export type LiveDescriptor = DescriptorNews & {
  current(): Descriptor;
  exchange(descriptor: Descriptor): void;
  /** What is wrong with the file as it was last saved; nothing when it is right. */
  report(troubles: readonly FileProblem[]): void;
  /** Of the file that is watched here; `troubles` has also what other servers tell of theirs. */
  ownTroubles(): readonly FileProblem[];
  /** What another server says of its file, until it says something else, or nothing for so many milliseconds. */
  hear(from: string, troubles: readonly FileProblem[], lasting: number): void;
  /** One change after the other, whoever asks for them. */
  inTurn<T>(change: () => Promise<T>): Promise<T>;
};

export function createLiveDescriptor(first: Descriptor): LiveDescriptor {
  let descriptor = first;
  let troubles: readonly FileProblem[] = [];
  const heard = new Map<string, { troubles: readonly FileProblem[]; timer: NodeJS.Timeout }>();
  let last: Promise<unknown> = Promise.resolve();
  const hearers = new Set<() => void>();
  const tell = (): void => hearers.forEach((hearer) => hearer());
  return {
    current: () => descriptor,
    exchange(next) {
      descriptor = next;
      tell();
    },
    troubles: () => unique([...troubles, ...[...heard.values()].flatMap((each) => each.troubles)]),
    ownTroubles: () => troubles,
    hear(from, told, lasting) {
      const before = heard.get(from);
      clearTimeout(before?.timer);
      heard.delete(from);
      if (told.length > 0) {
        const timer = setTimeout(() => this.hear(from, [], 0), lasting).unref();
        heard.set(from, { troubles: told, timer });
      }
      if (before || told.length > 0) tell();
    },
    report(found) {
      if (found.length === 0 && troubles.length === 0) return;
      troubles = found;
      tell();
    },
    subscribe(hearer) {
      hearers.add(hearer);
      return () => void hearers.delete(hearer);
    },
    inTurn(change) {
      const done = last.then(change);
      last = done.catch(() => undefined);
      return done;
    },
  };
}

/** Servers that watch the same file say the same. */
function unique(all: readonly FileProblem[]): FileProblem[] {
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
}
