import { Alert, Box, Button, Paper } from '@mui/material';
import { useEffect, useId, useRef, useState } from 'react';
import type { Thread } from '../../contract/people/threads.ts';
import { threadsKey } from '../client/events/threads-key.ts';
import { call } from '../client/http.ts';
import { useLabels } from '../kit/use-i18n.ts';
import { useTexts } from '../messages/texts.ts';
import { useWatchChange } from './use-watch.ts';
import { AskFields, nobodyAsked, toQuery, type Asked } from './ask-fields.tsx';
import { EarlierMessages } from './earlier-messages.tsx';
import { MessageInput } from './message-input.tsx';
import { drafts } from '../kit/beside/open-threads.ts';
import { ThreadHead } from './thread-head.tsx';
import { ThreadMessage } from './thread-message.tsx';
import { useThreadChange, type ThreadChange } from './use-thread-change.ts';
import { placeOf } from './use-suggestions.ts';
import { WatchToggle } from './watch-toggle.tsx';

type ThreadCardProps = {
  thread: Thread;
  /** Whether the user came for this one: it is moved into view and gets the focus. */
  isWanted: boolean;
};

/** One conversation, with what the user can do with it. Somebody who sees it has read it. */
export function ThreadCard({ thread, isWanted }: ThreadCardProps) {
  const isNew = useRead(thread);
  const heading = useId();
  const draft = `reply ${thread._id}`;
  const [doing, setDoing] = useState<'reply' | 'ask' | undefined>(() =>
    drafts.has(draft) ? 'reply' : undefined,
  );
  const stop = (): void => setDoing(undefined);
  const change = useThreadChange(thread.resource, stop);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isWanted) card.current?.focus();
  }, [isWanted]);
  return (
    <Paper
      component="article"
      variant="outlined"
      ref={card}
      tabIndex={-1}
      aria-labelledby={heading}
      sx={{ p: 1.5, ...(isWanted && { borderColor: 'primary.main' }) }}
    >
      <ThreadHead {...{ thread, heading, isNew }} />
      <EarlierMessages thread={thread} />
      <Box component="ul" sx={{ m: 0, mt: 0.5, p: 0, listStyle: 'none' }}>
        {thread.messages.map((message) => (
          <ThreadMessage key={message._id} {...{ thread, message }} />
        ))}
      </Box>
      {doing === 'reply' && <Reply {...{ thread, draft, change }} onCancel={stop} />}
      {doing === 'ask' && <Ask {...{ thread, change }} onCancel={stop} />}
      {doing === undefined && (
        <ThreadButtons
          {...{ thread, change }}
          onReply={() => setDoing('reply')}
          onAsk={() => setDoing('ask')}
        />
      )}
    </Paper>
  );
}

type PartProps = { thread: Thread; change: ThreadChange };

function ThreadButtons(props: PartProps & { onReply: () => void; onAsk: () => void }) {
  const { thread, change, onReply, onAsk } = props;
  const texts = useTexts('threads');
  const { status, watch, _id: id } = thread;
  const { begin, end } = useWatchChange(threadsKey(thread.resource));
  const isClosed = status === 'closed';
  const isQuery = thread.assignee ?? thread.assigneeRole ?? thread.due;
  const reopened = isQuery === null ? 'comment' : 'open';
  const next = isClosed ? reopened : 'closed';
  const close = status === 'comment' ? texts.closeComment : texts.closeQuery;
  return (
    <>
      {change.error && <Alert severity="error">{change.error.message}</Alert>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, mt: 0.5 }}>
        <Button size="small" onClick={onReply}>
          {texts.reply}
        </Button>
        {!isClosed && (
          <Button size="small" color="inherit" onClick={onAsk}>
            {status === 'comment' ? texts.ask : texts.changeAsked}
          </Button>
        )}
        <Button
          size="small"
          color="inherit"
          loading={change.isPending}
          onClick={() => change.mutate({ method: 'PATCH', path: `/${id}`, body: { status: next } })}
        >
          {isClosed ? texts.reopen : close}
        </Button>
        <WatchToggle
          size="small"
          isWatched={watch !== null}
          onToggle={() => (watch === null ? begin({ thread: id }) : end({ _id: watch }))}
        />
      </Box>
    </>
  );
}

/** A reply. For an open query, the usual one answers it. */
function Reply({ thread, draft, change, onCancel }: PartProps & ReplyProps) {
  const texts = useTexts('threads');
  const path = `/${thread._id}/messages`;
  const send = (label: string, status?: 'answered') => ({
    label,
    onSend: (text: string) =>
      change.mutateAsync({ method: 'POST', path, body: { text, ...(status && { status }) } }),
  });
  const reply = send(texts.reply);
  return (
    <Box sx={{ mt: 1 }}>
      <MessageInput
        place={placeOf(thread)}
        draft={draft}
        label={texts.replyText}
        sends={thread.status === 'open' ? [send(texts.answer, 'answered'), reply] : [reply]}
        error={change.error}
        isPending={change.isPending}
        onCancel={() => {
          drafts.delete(draft);
          onCancel();
        }}
        autoFocus
      />
    </Box>
  );
}

type ReplyProps = { draft: string; onCancel: () => void };

/** Makes the thread a query, or changes whom it asks and until when. */
function Ask({ thread, change, onCancel }: PartProps & { onCancel: () => void }) {
  const texts = useTexts('threads');
  const { ofRole } = useLabels();
  const [asked, setAsked] = useState(() => askedOf(thread, ofRole));
  const save = (): void =>
    change.mutate({
      method: 'PATCH',
      path: `/${thread._id}`,
      body: { ...toQuery(asked), status: 'open' },
    });
  return (
    <Box sx={{ mt: 1, display: 'grid', gap: 1 }}>
      <AskFields place={placeOf(thread)} asked={asked} onChange={setAsked} />
      {change.error && <Alert severity="error">{change.error.message}</Alert>}
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button size="small" variant="contained" loading={change.isPending} onClick={save}>
          {texts.saveAsked}
        </Button>
        <Button size="small" color="inherit" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </Box>
    </Box>
  );
}

function askedOf(thread: Thread, ofRole: (name: string) => string): Asked {
  const { assignee, assigneeRole, due, names } = thread;
  const person = assignee === null ? null : { id: assignee, name: names[assignee] ?? assignee };
  const role = assigneeRole === null ? null : { id: assigneeRole, name: ofRole(assigneeRole) };
  return {
    assignee:
      (person && { kind: 'person', ...person }) ?? (role && { kind: 'role', ...role }) ?? null,
    due: due ?? nobodyAsked.due,
  };
}

/** Marks the thread as read, and whether it had something new when it appeared, or has now. */
function useRead({ _id: id, unread }: Thread): boolean {
  const [wasUnread, setUnread] = useState(unread);
  if (unread && !wasUnread) setUnread(true);
  useEffect(() => {
    // The next look at it tries again.
    if (unread) call(`/api/threads/${id}/read`, { method: 'POST' }).catch(() => undefined);
  }, [id, unread]);
  return wasUnread;
}
