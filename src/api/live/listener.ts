import type { ServerEvent } from '../../contract/events.ts';
import { mayAdminister, mayDo, mayRead } from '../../descriptor/access.ts';
import type { Change, Changes } from '../../store/connection/changes.ts';
import { workKinds, type WorkProgress } from '../../store/system/jobs/run-states.ts';
import { descriptorProblemsFor } from '../http/config.ts';
import type { ApiServices } from '../api-services.ts';
import { type CurrentUser, restrictionOf } from '../../services/acting.ts';
import type { OpenKey } from '../../store/system/accounts/api-keys.ts';
import { descriptorOfKey } from '../../store/system/key-descriptor.ts';
import { isOpen } from '../http/admit-key.ts';
import { yieldToEventLoop } from '../../files/yield-to-event-loop.ts';
import type { Authenticator } from '../accounts/authenticator.ts';
import { mayComment, seesJob, seesSet } from '../../services/threads/reader.ts';
import type { ThreadNews } from '../../store/system/threads/threads.ts';
import { createEventStream } from './event-stream.ts';
import { visibleChanges } from './visible-changes.ts';
import { toOtherPeople } from './presence.ts';
import type { Presence as PresentUser } from '../../store/system/presence/presence.ts';

/** A record that somebody has open. */
type OpenRecord = { resource: string; _id: string };

export type ListenerServices = {
  services: ApiServices;
  authenticator: Authenticator;
  token: string;
  sessionId: string;
  user: CurrentUser;
  /** Who sees the app as `user`. */
  viewer?: CurrentUser | undefined;
  /** The end of an earlier stream of the same client. */
  lastEventId: string | undefined;
  /** The API key that listens in place of a person. */
  key?: OpenKey | undefined;
  onEnd: () => void;
};

export type Listener = ReturnType<typeof createListener>;

/** An event and the place after which a client can resume. */
type ToldEvent = ServerEvent & { id?: string };

/** With more changes at once, a client reloads instead of requesting them one by one. */
const MOST_AT_ONCE = 60;
/** The most batches that wait for a slow client or for the database. */
const MOST_BATCHES = 20;

const names = {
  create: 'record.created',
  update: 'record.updated',
  delete: 'record.deleted',
} as const;

/** A listening client. It gets what its user may read at that time, and nothing once its session or role ends. */
export function createListener(listening: ListenerServices) {
  const { services, authenticator, token, sessionId, user, key, onEnd } = listening;
  const { viewer = user } = listening;
  const descriptor = () =>
    key ? descriptorOfKey(services.descriptor(), user.role, key) : services.descriptor();
  // Different for each client, so that they do not all reconnect at the same moment after a restart.
  const stream = createEventStream(2_000 + Math.floor(Math.random() * 2_000), onEnd);
  let begin: (missed: Changes) => void = () => {};
  // New events wait until the missed ones are sent.
  const missed = new Promise<Changes>((resolve) => (begin = resolve));
  let last: Promise<unknown> = missed.then((changes) => doOrEnd(() => sendReady(changes)));
  let waiting = 0;
  let hash = descriptor().hash;
  let troubles = JSON.stringify(troublesNow());

  return {
    body: stream.body,
    end: stream.end,
    /** Whose session it is. */
    userId: viewer._id,
    sessionId,
    isApart: key !== undefined || viewer !== user,
    begin,
    tellChanges: (changes: Changes) =>
      inTurn(async () => void stream.send(await toEvents(changes))),
    /** Reports a new descriptor, or new problems of it. */
    tellNews: () => inTurn(async () => void stream.send(newsEvents())),
    /** Reports the progress of the user's own work, or of all work to an admin. */
    tellProgress: ({ work, ...data }: WorkProgress) => {
      if (isTheirs({ work, ...data }))
        inTurn(async () => void stream.send([{ event: `${work}.progress`, data }]));
    },
    /** Reports who else has a record open that the user has open. */
    tellPresence: (opened: OpenRecord, present: readonly PresentUser[]) =>
      inTurn(async () => {
        if (!(await maySee(opened))) return;
        const data = { ...opened, people: await toOtherPeople(asking(), present) };
        stream.send([{ event: 'presence', data }]);
      }),
    /** Reports news in the user's own inbox. */
    tellInbox: (people: readonly string[]) => {
      if (people.includes(user._id))
        inTurn(async () => void stream.send([{ event: 'inbox.changed', data: {} }]));
    },
    /** Reports a changed thread to those who may read it. */
    tellThread: (news: ThreadNews) =>
      inTurn(async () => {
        const { resource, record, thread } = news;
        const data = { resource, _id: record, thread };
        if (await maySeeThread(news)) stream.send([{ event: 'thread.changed', data }]);
      }),
    /** Reports that news of threads and the inbox may be missing. */
    tellMissed: () => inTurn(async () => void stream.send([{ event: 'missed', data: {} }])),
    ping: () => inTurn(async () => stream.ping()),
    /** Ends the stream if the session has changed. */
    check: () => inTurn(async () => {}),
  };

  async function sendReady(changes: Changes): Promise<void> {
    const { until } = changes;
    stream.send([{ event: 'ready', id: until, data: { hash, role: user.role } }]);
    stream.send(await toEvents(changes));
  }

  /** Sends nothing before checking that the session and the role are unchanged. */
  function inTurn(work: () => Promise<void>): void {
    if (++waiting > MOST_BATCHES) return stream.end();
    last = last.then(() => doOrEnd(work)).finally(() => (waiting -= 1));
  }

  async function doOrEnd(work: () => Promise<void>): Promise<void> {
    try {
      if (!(await isSame())) return stream.end();
      // A thousand listeners hear of a change at the same moment.
      await yieldToEventLoop();
      await work();
    } catch (err) {
      services.log.warn({ err, userId: user._id }, 'an event stream ended');
      stream.end();
    }
  }

  async function isSame(): Promise<boolean> {
    const session = await authenticator.ask(token);
    if (session === undefined || session.isLocked) return false;
    if (key && !isSameKey(key, session.key)) return false;
    return session.user.role === user.role && session.user.status === user.status;
  }

  async function toEvents({ changes, isCut, until }: Changes): Promise<ToldEvent[]> {
    if (isCut) return [{ event: 'resync', id: until, data: {} }];
    const { store } = services;
    const visible = await visibleChanges(changes, { store, user, descriptor: descriptor() });
    if (visible.length > MOST_AT_ONCE) return [{ event: 'resync', id: until, data: {} }];
    return toRecordEvents(visible, until);
  }

  /** The user as somebody who asks, with the rights of now. */
  function asking() {
    const caller = { descriptor: descriptor(), user, role: user.role };
    const restriction = restrictionOf(caller);
    const store = restriction ? services.store.restrictedTo(restriction) : services.store;
    return { ...caller, ...(restriction && { restriction }), services: { store } };
  }

  /** A record can leave the scope of a user who has it open. */
  async function maySee({ resource, _id: id }: OpenRecord): Promise<boolean> {
    const { store } = services;
    const change: Change = { resource, id, operation: 'update', before: null };
    const seen = await visibleChanges([change], { store, user, descriptor: descriptor() });
    return seen.length > 0;
  }

  async function maySeeThread({ resource, record, job, changeSet, fields }: ThreadNews) {
    const of = descriptor().resources.get(resource);
    if (!of || !mayReadThreads(resource, fields)) return false;
    if (record !== null) return await maySee({ resource, _id: record });
    const seeing = { ...asking(), key, resource: of };
    if (job !== null) return await seesJob(services.database, job, seeing);
    return changeSet !== null && (await seesSet(services.database, changeSet, seeing));
  }

  function mayReadThreads(name: string, fields: readonly string[]): boolean {
    const now = descriptor();
    const resource = now.resources.get(name);
    if (!resource || !mayComment(now, user.role, resource)) return false;
    return fields.every((field) => mayRead(now, user.role, resource, field));
  }

  /** A program asks about its own work: the events do not say which of its owner's keys began it. */
  function isTheirs({ work, createdBy, resource: name }: WorkProgress): boolean {
    const seen = descriptor();
    const resource = seen.resources.get(name);
    const isOwner = createdBy === user._id || mayAdminister(seen, user.role);
    return (
      key === undefined &&
      isOwner &&
      resource !== undefined &&
      mayDo(seen, user.role, resource, workKinds[work])
    );
  }

  function newsEvents(): ToldEvent[] {
    const events: ToldEvent[] = [];
    const now = descriptor();
    if (now.hash !== hash) {
      hash = now.hash;
      events.push({ event: 'config.changed', data: { hash } });
    }
    const problems = troublesNow();
    if (JSON.stringify(problems) !== troubles) {
      troubles = JSON.stringify(problems);
      events.push({ event: 'config.problems', data: { problems: problems } });
    }
    return events;
  }

  function troublesNow() {
    return descriptorProblemsFor({ descriptor: descriptor(), role: user.role, services });
  }
}

/** The rights of a key are fixed while it listens, as those of a role are. */
function isSameKey(before: OpenKey, now: OpenKey | undefined): boolean {
  return (
    now !== undefined &&
    isOpen(now, Date.now()) &&
    JSON.stringify([now.grants, now.addresses]) ===
      JSON.stringify([before.grants, before.addresses])
  );
}

const written = new WeakMap<readonly Change[], ToldEvent[]>();

/** Returns the same objects for all listeners with the same changes, so that they are encoded once. */
function toRecordEvents(changes: readonly Change[], until: string): ToldEvent[] {
  const cachedEvents = written.get(changes);
  if (cachedEvents) return cachedEvents;
  const events = changes.map(({ resource, id, operation }, index) => ({
    event: names[operation],
    data: { resource, _id: id },
    // A client cannot resume within a batch.
    ...(index === changes.length - 1 ? { id: until } : {}),
  }));
  written.set(changes, events);
  return events;
}
