import VisibilityIcon from '@mui/icons-material/VisibilityOutlined';
import { Box, Button } from '@mui/material';
import { useEffect } from 'react';
import { useNotify } from 'react-admin';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { readSession } from '../../client/account/session.ts';
import { forgetViewOver, isViewOver, leaveView, readView } from '../../client/account/view-as.ts';
import { useConfig } from '../../client/config.tsx';
import { call } from '../../client/http.ts';
import { useSend } from '../../client/use-send.ts';
import { useLabels } from '../../kit/use-i18n.ts';
import { useTexts } from '../../messages/texts.ts';

/** Says on every page as whom this tab shows the app, and ends that; after the return, that the view has ended. */
export function ViewBar() {
  const view = readView();
  return view ? <OpenView isRole={view.userId === readSession()?.user._id} /> : <ViewOver />;
}

function OpenView({ isRole }: { isRole: boolean }) {
  const texts = useTexts('view-as');
  const { descriptor, user, role } = useConfig();
  const named = {
    app: descriptor.app.title,
    name: user.name,
    role: useLabels(descriptor).ofRole(role),
  };
  const end = useSend({
    send: () => call('/api/users/current/view-as', { method: 'DELETE' }),
    // Without a connection, too: the view then ends on the server after its hour.
    onSettled: leaveView,
  });
  return (
    <Box component="section" aria-label={texts.title} sx={barSx}>
      <VisibilityIcon fontSize="small" aria-hidden />
      <span>{fillTemplate(isRole ? texts.asRole : texts.asPerson, named)}</span>{' '}
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        loading={end.isPending}
        onClick={() => end.mutate()}
      >
        {texts.end}
      </Button>
    </Box>
  );
}

const barSx = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1.5,
  rowGap: 0.5,
  px: 2.5,
  py: 0.75,
  color: 'info.contrastText',
  backgroundColor: 'info.main',
  '& > span': { flex: '1 1 12rem', minWidth: 0, overflowWrap: 'anywhere' },
  '@media print': { display: 'none' },
};

function ViewOver() {
  const texts = useTexts('view-as');
  const notify = useNotify();
  useEffect(() => {
    if (!isViewOver()) return;
    forgetViewOver();
    notify(texts.over, { type: 'info' });
  }, [notify, texts]);
  return null;
}
