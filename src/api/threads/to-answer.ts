import type { Message, Thread } from '../../contract/people/threads.ts';
import { mentionsOf } from '../../services/threads/mentions.ts';
import { readNames, readTitles } from '../../services/threads/names.ts';
import { seenSubjects } from '../../services/threads/reader.ts';
import {
  EDITABLE_MINUTES,
  type StoredMessage,
  type StoredThread,
  type ThreadPlace,
} from '../../store/system/threads/threads.ts';
import type { UserCall } from '../http/call.ts';
import { styleOf } from '../http/style-of.ts';

/** Threads as the caller sees them: with the names and titles that they may read now. It asks once per collection. */
export async function toThreads(
  call: UserCall,
  threads: readonly StoredThread[],
): Promise<Thread[]> {
  const mentions = threads.flatMap(({ messages }) => messages.map(({ text }) => mentionsOf(text)));
  const people = threads.flatMap(({ messages, assignee, createdBy }) => [
    ...messages.map(({ by }) => by),
    assignee,
    createdBy,
  ]);
  const names = await readNames(call, [...people, ...mentions.flatMap((each) => each.people)]);
  const cells = threads.flatMap(({ resource, place }) =>
    (place?.cells ?? []).map(({ record }) => ({ resource, id: record })),
  );
  const titles = await readTitles(call, styleOf(call), [
    ...threads.flatMap(({ resource, record: id }) => (id === null ? [] : [{ resource, id }])),
    ...mentions.flatMap((each) => each.records),
    ...cells,
  ]);
  const inVain = await findInVain(call, threads);
  return threads.map((thread) => toThread(call, thread, { names, titles, inVain }));
}

/** The open queries that the person asked may no longer see: somebody else has to answer. */
async function findInVain(
  call: UserCall,
  threads: readonly StoredThread[],
): Promise<ReadonlySet<StoredThread>> {
  const inVain = new Set<StoredThread>();
  const open = threads.filter(({ status }) => status === 'open');
  for (const [assignee, asked] of Map.groupBy(open, (thread) => thread.assignee)) {
    if (assignee === null) continue;
    const subjects = new Map(
      asked.flatMap((thread) => {
        const resource = call.descriptor.resources.get(thread.resource);
        return resource ? [[thread, { ...thread, resource }]] : [];
      }),
    );
    const seen = await seenSubjects(call, assignee, [...subjects.values()]);
    for (const [thread, subject] of subjects) if (!seen.has(subject)) inVain.add(thread);
  }
  return inVain;
}

type Known = {
  names: Readonly<Record<string, string>>;
  titles: Readonly<Record<string, string>>;
  inVain: ReadonlySet<StoredThread>;
};

function toThread(call: UserCall, thread: StoredThread, known: Known): Thread {
  const { names, titles, inVain } = known;
  const { fields, place, messages, ...rest } = thread;
  const said = messages.map(({ text }) => mentionsOf(text));
  const people = [
    thread.assignee,
    thread.createdBy,
    ...messages.map(({ by }) => by),
    ...said.flatMap((each) => each.people),
  ];
  const records = said.flatMap((each) => each.records.map((one) => `${one.resource}/${one.id}`));
  const cells = seenCells(thread, titles);
  const [field = null, ...others] = fields;
  return {
    ...rest,
    assigneeMayRead:
      thread.status === 'open' && thread.assignee !== null ? !inVain.has(thread) : null,
    field: cells || others.length > 0 ? null : field,
    cells,
    ...toPlace(place ?? {}),
    messages: messages.map((message) => toMessage(call, message)),
    names: pick(names, people),
    titles: pick(titles, [`${thread.resource}/${thread.record}`, ...records]),
  };
}

/** A cell of a record that the caller may not see does not exist for them. */
function seenCells({ resource, place }: StoredThread, titles: Known['titles']): Thread['cells'] {
  const cells = place?.cells?.filter(({ record }) => `${resource}/${record}` in titles);
  return cells ? [...cells] : null;
}

function toPlace({ file, page, version, row }: ThreadPlace) {
  return { file: file ?? null, page: page ?? null, version: version ?? null, row: row ?? null };
}

export function toMessage({ user }: UserCall, message: StoredMessage): Message {
  const mine = message.by === user._id;
  const age = Date.now() - Date.parse(message.at);
  const mayEdit = mine && !message.removed && age < EDITABLE_MINUTES * 60_000;
  return { ...message, mine, mayEdit };
}

function pick(
  all: Readonly<Record<string, string>>,
  keys: readonly (string | null)[],
): Record<string, string> {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = key === null ? undefined : all[key];
      return key === null || value === undefined ? [] : [[key, value]];
    }),
  );
}
