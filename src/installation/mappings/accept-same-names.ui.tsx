import { useQuery } from '@tanstack/react-query';
import { Alert, Box, Button, DialogContentText, Typography } from '@mui/material';
import { useState } from 'react';
import { fillTemplate, useNumberFormat, useText } from '../../admin/extending.ts';
import { messageOf } from '../../admin/client/http.ts';
import { DialogFrame } from '../../admin/kit/dialog-frame.tsx';
import { Status } from '../../admin/kit/status/status.tsx';
import type { Kind } from './kinds.ts';
import { texts } from './overview-texts.ts';
import type { SameNames } from './contract.ts';
import { acceptSameNames, fetchSameNames, undoDecision } from './terms-api.ui.ts';

/** How the terms to accept are cached, so that each decision asks for them again. */
export const sameNamesKey = ['terms with the same name'];

type Props = { kind: Kind; q: string; onChange: () => void };

/** Maps all terms that are the name of a target at once, after a preview, with one undo. */
export function AcceptSameNames({ kind, q, onChange }: Props) {
  const say = useText();
  const write = useNumberFormat();
  const { offered, shown, announcement, failure, changeSet, isBusy, ...act } = useSameNames({
    kind,
    q,
    onChange,
  });
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      {offered && (
        <Button variant="outlined" size="small" onClick={() => act.show(offered)}>
          {fillTemplate(say(texts.acceptAll), { count: write(offered.total) })}
        </Button>
      )}
      <Typography component={Status} sx={{ fontWeight: 600 }}>
        {announcement}
      </Typography>
      {changeSet !== undefined && (
        <Button size="small" disabled={isBusy} onClick={() => void act.undo(changeSet)}>
          {say(texts.undoAll)}
        </Button>
      )}
      {!shown && failure !== undefined && <Alert severity="error">{failure}</Alert>}
      {shown && (
        <Preview
          names={shown}
          failure={failure}
          isBusy={isBusy}
          onAccept={() => void act.accept(shown)}
          onClose={() => act.show(undefined)}
        />
      )}
    </Box>
  );
}

/** The terms with the same name as a target, and what was done with them. */
function useSameNames({ kind, q, onChange }: Props) {
  const say = useText();
  const write = useNumberFormat();
  const queryKey = [...sameNamesKey, kind, q];
  const { data: same, dataUpdatedAt } = useQuery({
    queryKey,
    queryFn: () => fetchSameNames(kind, q),
  });
  // The terms that were accepted stay in the cache until they are read again.
  const [acceptedAt, setAcceptedAt] = useState<number>();
  const [shown, setShown] = useState<SameNames>();
  const [announcement, setSaid] = useState('');
  const [failure, setFailure] = useState<string>();
  const [changeSet, setChangeSet] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      await work();
      onChange();
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const accept = (names: SameNames): Promise<void> =>
    attempt(async () => {
      const done = await acceptSameNames(kind, names);
      const counts = { count: write(done.mapped), failed: write(done.failed) };
      setSaid(fillTemplate(say(done.failed > 0 ? texts.sayAllBut : texts.sayAll), counts));
      setChangeSet(done.changeSet);
      setAcceptedAt(dataUpdatedAt);
      setShown(undefined);
    });
  const undo = (set: string): Promise<void> =>
    attempt(async () => {
      await undoDecision(set);
      setChangeSet(undefined);
      setSaid(say(texts.sayAllUndone));
    });
  const offered = same && same.total > 0 && dataUpdatedAt !== acceptedAt ? same : undefined;
  const show = setShown;
  return { offered, shown, announcement, failure, changeSet, isBusy, show, accept, undo };
}

type PreviewProps = {
  names: SameNames;
  failure: string | undefined;
  isBusy: boolean;
  onAccept: () => void;
  onClose: () => void;
};

function Preview({ names, failure, isBusy, onAccept, onClose }: PreviewProps) {
  const say = useText();
  const write = useNumberFormat();
  const { data, total, rows } = names;
  const rest = { shown: write(data.length), total: write(total) };
  return (
    <DialogFrame
      title={say(texts.acceptAllTitle)}
      maxWidth="md"
      cancel={say(texts.cancel)}
      action={fillTemplate(say(texts.mapAll), { count: write(data.length) })}
      focus="action"
      isBusy={isBusy}
      isLoading={isBusy}
      onAction={onAccept}
      onClose={onClose}
    >
      {failure !== undefined && <Alert severity="error">{failure}</Alert>}
      <DialogContentText>
        {fillTemplate(say(texts.acceptAllText), {
          rows: fillTemplate(say(texts.rows), { count: write(rows) }),
        })}
        {total > data.length && ` ${fillTemplate(say(texts.firstOfAll), rest)}`}
      </DialogContentText>
      <Box component="ul" aria-label={say(texts.terms)} sx={{ pl: 0, listStyle: 'none' }}>
        {data.map((each) => (
          <Box component="li" key={`${each.term} ${each.cas}`} sx={rowSx}>
            <span>{[each.printed, each.printedCas].filter(Boolean).join(' ')}</span>
            <span>
              → {each.name}
              {each.note && each.note !== each.name ? ` (${each.note})` : ''}
            </span>
            <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
              {fillTemplate(say(texts.rows), { count: write(each.count) })}
            </Box>
          </Box>
        ))}
      </Box>
    </DialogFrame>
  );
}

const rowSx = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', sm: 'minmax(0, 1fr) minmax(0, 1fr) 6rem' },
  columnGap: 2,
  py: 0.75,
  borderBottom: 1,
  borderColor: 'divider',
  fontSize: '0.875rem',
  overflowWrap: 'anywhere',
};
