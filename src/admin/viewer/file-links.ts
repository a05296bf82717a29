import type { FileLinks, FilePlace } from '../../fields/files/file-context.tsx';

/** A file that a link is asked for. */
export type AskedFile = { id: string } & Partial<FilePlace>;

export type FileLinkAnswer = {
  /** In the order of the files. */
  urls: readonly string[];
  /** Milliseconds from now. */
  lasts: number;
};

/** The address of a file; undefined until the server has answered. */
export type LinkState = { url: string } | { error: Error } | undefined;

export type OpenedLinks = FileLinks & {
  /** As `watch`, and why there is no address. */
  watchState(
    id: string,
    place: FilePlace | undefined,
    onState: (state: LinkState) => void,
  ): () => void;
  /** Asks for another address: the one that is known may no longer work. */
  renew(id: string, place: FilePlace | undefined): void;
  /** Asks again for all links that could not be had or replaced. */
  retry(): void;
  close(): void;
};

/** Files in one request. */
const MAX_LINKS_PER_REQUEST = 100;
/** Milliseconds in which the cells of a page come together. */
const BATCH_DELAY_MS = 10;
/** Milliseconds before its end at which a link is replaced, so that a request that has just begun still ends. */
const RENEWAL_LEAD_MS = 60_000;

type Entry = {
  file: AskedFile;
  state: LinkState;
  /** When the link must be replaced. */
  until: number;
  isAsked: boolean;
  watchers: Set<(state: LinkState) => void>;
};

/** The short-lived addresses of files. They are asked for together, kept while they live and replaced in time. */
export function openFileLinks(
  ask: (files: readonly AskedFile[]) => Promise<FileLinkAnswer>,
): OpenedLinks {
  const entries = new Map<string, Entry>();
  let asking: ReturnType<typeof setTimeout> | undefined;
  let renewing: ReturnType<typeof setTimeout> | undefined;

  function entryOf(id: string, place: FilePlace | undefined): Entry {
    const file = { id, ...place };
    const key = JSON.stringify([id, place?.resource, place?.record, place?.past]);
    const entry = entries.get(key) ?? {
      file,
      state: undefined,
      until: 0,
      isAsked: false,
      watchers: new Set(),
    };
    entries.set(key, entry);
    return entry;
  }

  function request(entry: Entry): void {
    entry.isAsked = true;
    asking ??= setTimeout(() => {
      asking = undefined;
      const all = [...entries.values()].filter(({ isAsked }) => isAsked);
      for (const one of all) one.isAsked = false;
      for (let at = 0; at < all.length; at += MAX_LINKS_PER_REQUEST)
        void askFor(all.slice(at, at + MAX_LINKS_PER_REQUEST));
    }, BATCH_DELAY_MS);
  }

  async function askFor(some: readonly Entry[]): Promise<void> {
    try {
      const { urls, lasts } = await ask(some.map(({ file }) => file));
      some.forEach((entry, at) => {
        entry.until = Date.now() + lasts - RENEWAL_LEAD_MS;
        settle(entry, { url: urls[at]! });
      });
      planRenewal();
    } catch (error) {
      // A link that is known may still work, and what is shown by it stays.
      for (const entry of some) if (!hasUrl(entry)) settle(entry, { error: error as Error });
    }
  }

  function hasUrl({ state }: Entry): boolean {
    return state !== undefined && 'url' in state;
  }

  function settle(entry: Entry, state: LinkState): void {
    entry.state = state;
    for (const tell of entry.watchers) tell(state);
  }

  function planRenewal(): void {
    clearTimeout(renewing);
    const ends = watched().flatMap(({ until }) => (until > 0 ? until : []));
    if (ends.length === 0) return;
    renewing = setTimeout(renewDue, Math.max(1_000, Math.min(...ends) - Date.now()));
  }

  function renewDue(): void {
    for (const [key, entry] of entries) {
      if (entry.until === 0 || Date.now() < entry.until) continue;
      if (entry.watchers.size === 0) entries.delete(key);
      // A hidden page needs no links; it asks when it is seen again.
      else if (!document.hidden) request(entry);
    }
  }

  function watched(): Entry[] {
    return [...entries.values()].filter(({ watchers }) => watchers.size > 0);
  }

  function watchState(
    id: string,
    place: FilePlace | undefined,
    onState: (state: LinkState) => void,
  ): () => void {
    const entry = entryOf(id, place);
    entry.watchers.add(onState);
    if (hasUrl(entry) && Date.now() < entry.until) {
      onState(entry.state);
      planRenewal();
    } else request(entry);
    return () => void entry.watchers.delete(onState);
  }

  document.addEventListener('visibilitychange', renewDue);
  return {
    watchState,
    watch: (id, place, onLink) =>
      watchState(id, place, (state) => onLink(state && 'url' in state ? state.url : undefined)),
    renew(id, place) {
      const entry = entryOf(id, place);
      settle(entry, undefined);
      request(entry);
    },
    retry: () =>
      watched()
        .filter((entry) => !hasUrl(entry) || Date.now() >= entry.until)
        .forEach(request),
    close() {
      document.removeEventListener('visibilitychange', renewDue);
      clearTimeout(asking);
      clearTimeout(renewing);
    },
  };
}
