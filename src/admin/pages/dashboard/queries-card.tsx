import { Box, Skeleton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { Thread, Threads } from '../../../contract/people/threads.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { Card } from '../../../descriptor/settings/cards.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { plainMessage } from '../../../fields/types/markdown/plain-message.ts';
import { useConfig } from '../../client/config.tsx';
import { call } from '../../client/http.ts';
import { Hint } from '../../kit/hint.tsx';
import { toChangeSetPath, toJobPath, toThreadPath } from '../../kit/screen-paths.ts';
import { TextLink } from '../../kit/text-link.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { useTexts } from '../../messages/texts.ts';
import { Due } from '../../threads/thread-head.tsx';
import { CardPanel, CardTrouble } from './card-panel.tsx';

/** What others ask the user, or those with the role of the user, in all collections. */
export function QueriesCard({ card }: { card: Card }) {
  const { say } = useI18n();
  const texts = useTexts('workplace').cards;
  const query = { status: 'open', assignee: '$user', _perPage: String(card.limit) };
  const { data, isError, refetch } = useQuery({
    // The event of the inbox reads it again.
    queryKey: ['inbox', 'queries', card.limit],
    queryFn: async ({ signal }) =>
      (await call<Threads>(`/api/threads?${new URLSearchParams(query).toString()}`, { signal }))
        .json,
  });
  return (
    <CardPanel title={say(card.label)} help={card.help && say(card.help)}>
      <Box sx={{ px: 1.75, pb: 1.5 }} aria-busy={!data && !isError}>
        {isError && <CardTrouble trouble="failed" retry={() => void refetch()} />}
        {!data && !isError && <Skeleton height={32} />}
        {data?.total === 0 && <Hint>{texts.nothing}</Hint>}
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {data?.data.map((thread) => (
            <QueryLine key={thread._id} thread={thread} />
          ))}
        </Box>
      </Box>
    </CardPanel>
  );
}

function QueryLine({ thread }: { thread: Thread }) {
  const { descriptor } = useConfig();
  const { say } = useI18n();
  const texts = useTexts('threads');
  const { record, row, changeSet, messages, titles, due } = thread;
  const resource = descriptor.resources.get(thread.resource);
  if (!resource) return null;
  const [last] = messages.slice(-1);
  return (
    <Box component="li" sx={{ py: 0.5, fontSize: '0.875rem', overflowWrap: 'anywhere' }}>
      <TextLink to={pathOf(thread, resource)} sx={{ fontWeight: 600 }}>
        {changeSet !== null && texts.changeSet}
        {row !== null && fillTemplate(texts.row, { row })}
        {record !== null && (titles[`${resource.name}/${record}`] ?? texts.wholeRecord)}
      </TextLink>{' '}
      <Hint component="span">{say(resource.label)}</Hint> {due !== null && <Due day={due} isOpen />}
      {last && (
        <Box dir="auto">
          {plainMessage(last.text, thread, { ...texts, aRecord: texts.hiddenRecord })}
        </Box>
      )}
    </Box>
  );
}

function pathOf({ _id, record, job, changeSet }: Thread, resource: Resource): string {
  if (record !== null) return toThreadPath(resource, record, _id);
  return changeSet === null ? toJobPath(job ?? '', _id) : toChangeSetPath(changeSet, _id);
}
