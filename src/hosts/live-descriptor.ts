import type { Descriptor } from '../descriptor/descriptor.ts';
import type { DescriptorNews, DescriptorTrouble } from '../api/descriptor-news.ts';

/** The descriptor that is served, which may be exchanged while everything runs. */
export type LiveDescriptor = DescriptorNews & {
  current(): Descriptor;
  exchange(descriptor: Descriptor): void;
  /** What is wrong with the file as it was last saved; nothing when it is right. */
  report(troubles: readonly DescriptorTrouble[]): void;
  /** One change after the other, whoever asks for them. */
  inTurn<T>(change: () => Promise<T>): Promise<T>;
};

export function createLiveDescriptor(first: Descriptor): LiveDescriptor {
  let descriptor = first;
  let troubles: readonly DescriptorTrouble[] = [];
  let last: Promise<unknown> = Promise.resolve();
  const hearers = new Set<() => void>();
  const tell = (): void => hearers.forEach((heard) => heard());
  return {
    current: () => descriptor,
    exchange(next) {
      descriptor = next;
      tell();
    },
    troubles: () => troubles,
    report(found) {
      if (found.length === 0 && troubles.length === 0) return;
      troubles = found;
      tell();
    },
    subscribe(heard) {
      hearers.add(heard);
      return () => void hearers.delete(heard);
    },
    inTurn(change) {
      const done = last.then(change);
      last = done.catch(() => undefined);
      return done;
    },
  };
}
