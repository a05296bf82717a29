import InboxIcon from '@mui/icons-material/InboxOutlined';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Inbox } from '../../../../contract/people/threads.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { call } from '../../../client/http.ts';
import { useTexts } from '../../../messages/texts.ts';
import { MenuLink, type MenuLooks } from './menu-link.tsx';

/** The link to the inbox, with the number of unread entries. */
export function InboxLink(looks: MenuLooks) {
  const { layout } = useTexts('app');
  const count = useUnread();
  return (
    <MenuLink
      {...looks}
      to="/inbox"
      base="/inbox"
      label={layout.inbox}
      icon={<InboxIcon aria-hidden />}
      badge={count > 0 ? { count, label: fillTemplate(layout.unread, { count }) } : undefined}
    />
  );
}

/**
 * The page comes first: the number is read once the page asks for nothing else, or asks without end, and again at each
 * event of the inbox.
 */
function useUnread(): number {
  const isQuiet = useQuiet();
  const { data } = useQuery({
    queryKey: ['inbox', 'count'],
    queryFn: async ({ signal }) =>
      (await call<Inbox>('/api/inbox?unread=true&_perPage=1', { signal })).json.unread,
    enabled: isQuiet,
    // An approval is in it until somebody decides.
    meta: { asks: ['users'] },
  });
  return data ?? 0;
}

const LOOK_MS = 500;
/** So many looks in a row find no request. */
const QUIET_LOOKS = 3;
/** A page whose data changes all the time is never quiet. */
const MOST_LOOKS = 20;

function useQuiet(): boolean {
  const queries = useQueryClient();
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => {
    let looks = 0;
    let quiet = 0;
    const timer = setInterval(() => {
      looks += 1;
      quiet = queries.isFetching() > 0 ? 0 : quiet + 1;
      if (quiet < QUIET_LOOKS && looks < MOST_LOOKS) return;
      clearInterval(timer);
      setQuiet(true);
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [queries]);
  return isQuiet;
}
