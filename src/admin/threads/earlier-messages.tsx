import { Alert, Box, Button } from '@mui/material';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Messages, Thread } from '../../contract/people/threads.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';
import { threadsKey } from '../client/events/threads-key.ts';
import { call } from '../client/http.ts';
import { useTexts } from '../messages/texts.ts';
import { ThreadMessage } from './thread-message.tsx';

/** The messages of a long thread before those that came with it, page by page. */
export function EarlierMessages({ thread }: { thread: Thread }) {
  const texts = useTexts('threads');
  const first: string | null = thread.messages[0]?._id ?? null;
  const { data, error, isFetching, fetchNextPage, hasNextPage } = useInfiniteQuery({
    queryKey: [threadsKey(thread.resource), 'messages', thread._id, first],
    queryFn: async ({ pageParam, signal }) => {
      const query = new URLSearchParams({ ...(pageParam !== null && { _after: pageParam }) });
      const path = `/api/threads/${thread._id}/messages?${query}`;
      return (await call<Messages>(path, { signal })).json;
    },
    initialPageParam: first,
    getNextPageParam: ({ next }) => next,
    enabled: false,
  });
  const pages = data?.pages ?? [];
  const messages = pages.flatMap((page) => page.data).toReversed();
  const count = thread.messageCount - thread.messages.length - messages.length;
  if (thread.messageCount <= thread.messages.length) return null;
  const names = Object.assign(
    {},
    thread.names,
    ...pages.map((page) => page.names),
  ) as Thread['names'];
  return (
    <>
      {error && <Alert severity="error">{error.message}</Alert>}
      {(hasNextPage || data === undefined) && count > 0 && (
        <Button size="small" loading={isFetching} onClick={() => void fetchNextPage()}>
          {fillTemplate(texts.earlier, { count })}
        </Button>
      )}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {messages.map((message) => (
          <ThreadMessage key={message._id} thread={{ ...thread, names }} message={message} />
        ))}
      </Box>
    </>
  );
}
