import { NewWatch, Watch, Watches } from '../../contract/people/watches.ts';
import {
  Inbox,
  InboxMark,
  MessagePatch,
  Messages,
  NewMessage,
  NewThread,
  Thread,
  ThreadMarks,
  ThreadPatch,
  ThreadPeople,
  Threads,
} from '../../contract/people/threads.ts';
import type { Parameter } from '../http/operation/operation.ts';
import { cursorPaging, id, query } from '../http/operation/parameters.ts';
import { json, jsonBody } from '../http/operation/schemas.ts';
import { onceRoute, queryRoute, route, withKey, type Route } from '../http/route.ts';
import { answerInbox, markInbox } from './inbox.ts';
import {
  addMessage,
  addThread,
  answerMarks,
  answerMessages,
  answerThreads,
  deleteMessage,
  getThread,
  patchMessage,
  patchThread,
  readThread,
} from './threads.ts';
import { answerPeople } from './people.ts';
import { answerWatches, deleteWatch, putWatch } from './watches.ts';

const ofRecord = [
  { ...query('resource', undefined, 'The collection.', 'books'), required: true },
  query('record', undefined, 'The `_id` of the record.'),
  query('job', undefined, 'In place of `record`: an import.'),
  query('changeSet', undefined, 'In place of `record`: a change set.'),
];

const ofMessage: Parameter = { ...id, name: 'message' };

const gone = { 204: { description: 'Done' } };

/** The routes of threads, their messages and the inbox. Each answers only with what the caller may read now. */
export function threadRoutes(): Route[] {
  const shared = [...threads(), ...marks(), ...oneThread(), ...messages()];
  return [...shared.map(withKey), ...inbox(), ...watches()];
}

function threads(): Route[] {
  return [
    queryRoute('GET /api/threads', answerThreads, 'user', () => ({
      operationId: 'threads.list',
      summary: 'List threads',
      description:
        'The threads of records and fields that you may read and comment on, the last written in first.',
      parameters: [
        query('resource', undefined, 'Only threads of this collection.', 'books'),
        query('record', undefined, 'Only threads of this record.'),
        query('job', undefined, 'Only threads about rows of this import.'),
        query('row', { type: 'integer', minimum: 1 }, 'Only threads about this row of it.'),
        query('changeSet', undefined, 'Only threads about this change set.'),
        query('field', undefined, 'Only threads about this field.'),
        query(
          'status',
          undefined,
          'Only threads with one of these statuses, separated by commas.',
          'open',
        ),
        query(
          'assignee',
          undefined,
          'Only queries to this user; `$user` also finds those to your role.',
        ),
        query('q', undefined, 'Only threads with this text in a message.'),
        query(
          'unread',
          undefined,
          '`true`: only threads in which others wrote since you read them.',
        ),
        ...cursorPaging,
      ],
      responses: { 200: json('A page of threads', Threads) },
    })),
    onceRoute('POST /api/threads', addThread, 'user', () => ({
      operationId: 'threads.create',
      summary: 'Begin a thread',
      description:
        'About a record, a field, several cells, a page of a file, a version, a row of an import or a change set. With `query` it is a question that somebody should answer.',
      requestBody: jsonBody(NewThread, { resource: 'books', record: 'b1', text: 'Is this right?' }),
      responses: { 201: json('The thread', Thread) },
      problems: [404],
    })),
  ];
}

/** What screens need beside a list. */
function marks(): Route[] {
  return [
    queryRoute('GET /api/threads/marks', answerMarks, 'user', () => ({
      operationId: 'threads.marks',
      summary: 'Count the threads of records',
      description: 'By record and field, for the marks of a list.',
      parameters: [
        { ...query('resource', undefined, 'The collection.', 'books'), required: true },
        query('records', undefined, 'Up to 1,000 `_id`s, separated by commas.'),
        query('job', undefined, 'In place of `records`: an import, to count by row.'),
      ],
      responses: { 200: json('The numbers', ThreadMarks) },
    })),
    queryRoute('GET /api/threads/people', answerPeople, 'user', () => ({
      operationId: 'threads.people',
      summary: 'List people to mention',
      description:
        'At most 10 users whose names you may read, whether they may read the record and the fields, and the roles that may.',
      parameters: [
        ...ofRecord,
        query('field', undefined, 'The fields of the thread, separated by commas.'),
        query('q', undefined, 'A part of the name.'),
      ],
      responses: { 200: json('The people', ThreadPeople) },
      problems: [404],
    })),
  ];
}

function oneThread(): Route[] {
  return [
    route('GET /api/threads/:id', getThread, 'user', () => ({
      operationId: 'threads.get',
      summary: 'Get a thread',
      responses: { 200: json('The thread', Thread) },
    })),
    route('PATCH /api/threads/:id', patchThread, 'user', () => ({
      operationId: 'threads.patch',
      summary: 'Change a thread',
      description: 'Its status, whom it asks and until when. What you leave out stays.',
      requestBody: jsonBody(ThreadPatch, { status: 'closed' }),
      responses: { 200: json('The thread', Thread) },
    })),
    onceRoute('POST /api/threads/:id/read', readThread, 'user', () => ({
      operationId: 'threads.read',
      summary: 'Mark a thread as read',
      responses: gone,
    })),
  ];
}

function messages(): Route[] {
  return [
    queryRoute('GET /api/threads/:id/messages', answerMessages, 'user', () => ({
      operationId: 'messages.list',
      summary: 'List the messages of a thread',
      parameters: [...cursorPaging],
      responses: { 200: json('A page of messages', Messages) },
    })),
    onceRoute('POST /api/threads/:id/messages', addMessage, 'user', () => ({
      operationId: 'messages.create',
      summary: 'Write in a thread',
      requestBody: jsonBody(NewMessage, { text: 'Yes, see page 3.', status: 'answered' }),
      responses: { 201: json('The thread', Thread) },
    })),
    route('PATCH /api/threads/:id/messages/:message', patchMessage, 'user', () => ({
      operationId: 'messages.patch',
      summary: 'Change a message',
      description: 'Only your own, in the first 15 minutes.',
      parameters: [ofMessage],
      requestBody: jsonBody(MessagePatch, { text: 'Yes, see page 4.' }),
      responses: { 200: json('The thread', Thread) },
      problems: [409],
    })),
    route('DELETE /api/threads/:id/messages/:message', deleteMessage, 'user', () => ({
      operationId: 'messages.delete',
      summary: 'Remove the text of a message',
      description: 'Only your own; roles with `all` can remove any. Its place stays.',
      parameters: [ofMessage],
      responses: gone,
      problems: [409],
    })),
  ];
}

function watches(): Route[] {
  return [
    queryRoute('GET /api/watches', answerWatches, 'user', () => ({
      operationId: 'watches.list',
      summary: 'List what you watch',
      parameters: [
        query('resource', undefined, 'Only of this collection.', 'books'),
        query('record', undefined, 'Only of this record.'),
      ],
      responses: { 200: json('What you watch', Watches) },
    })),
    route('PUT /api/watches', putWatch, 'user', () => ({
      operationId: 'watches.put',
      summary: 'Watch a record, a collection, a thread, a saved view or what you created',
      description:
        'Your inbox then says what others change in it, or write. You watch threads in which you write, are mentioned or asked.',
      requestBody: jsonBody(NewWatch, { resource: 'books', record: 'b1' }),
      responses: { 200: json('The watch', Watch) },
      problems: [404],
    })),
    route('DELETE /api/watches/:id', deleteWatch, 'user', () => ({
      operationId: 'watches.delete',
      summary: 'Stop watching',
      responses: gone,
    })),
  ];
}

function inbox(): Route[] {
  return [
    queryRoute('GET /api/inbox', answerInbox, 'user', () => ({
      operationId: 'inbox.list',
      summary: 'List your inbox',
      description:
        'What concerns you, the newest first: mentions, queries, answers and what you watch.',
      parameters: [
        query('unread', undefined, '`true`: only unread entries.'),
        query('kind', undefined, 'Only these kinds, separated by commas.', 'mention'),
        ...cursorPaging,
      ],
      responses: { 200: json('A page of entries', Inbox) },
    })),
    onceRoute('POST /api/inbox/read', markInbox, 'user', () => ({
      operationId: 'inbox.read',
      summary: 'Mark entries as read, or hide them until a day',
      requestBody: jsonBody(InboxMark, { all: true }),
      responses: gone,
    })),
  ];
}
