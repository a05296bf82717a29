import { requireItem } from '../../../fields/require-entry.ts';
import type { AccessRequest, Overview } from '../../../contract/people/people.ts';
import { Alert, Box, Button, Card, LinearProgress, Typography } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { CheckboxOfAll, toChosen } from '../../kit/checkbox-of-all.tsx';
import { percentOf } from '../../kit/formats/percent-of.ts';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { Status } from '../../kit/status/status.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { RequestItem } from './request-item.tsx';
import { RoleChoice } from './role-choice.tsx';
import { useDecide } from './use-decide.ts';
import { useTexts } from '../../messages/texts.ts';
import { ResourceContextProvider } from 'react-admin';
import type { BulkSummary } from '../../client/bulk.ts';
import { BulkSummaryView } from '../../resource/bulk-summary.tsx';
import { ConfirmDialog, DialogFrame } from '../../kit/dialog-frame.tsx';

/** The waiting requests. An admin approves them with a role or rejects them with a reason, singly or several at once. */
export function RequestQueue({ requests }: { requests: Overview['requests'] }) {
  const { requests: texts, cancel } = useTexts('people');
  const number = useNumberFormat();
  const { data, total } = requests;
  const [roles, setRoles] = useState<Readonly<Record<string, string>>>({});
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [rejecting, setRejecting] = useState<readonly AccessRequest[]>();
  const [doubted, setDoubted] = useState<readonly AccessRequest[]>();
  const [reason, setReason] = useState('');
  const deciding = useDecide();
  const { progress, decide } = deciding;
  const isBusy = progress !== undefined;
  const chosen = data.filter(({ _id }) => selected.includes(_id));
  const roleOf = ({ _id, role }: AccessRequest): string => roles[_id] ?? role;

  // A decided request disappears together with its focused button, so the heading takes the focus.
  const heading = useRef<HTMLHeadingElement>(null);
  const hasDecided = useRef(false);
  const isOpen =
    isBusy || rejecting !== undefined || doubted !== undefined || deciding.summary !== undefined;
  useEffect(() => {
    if (isOpen || !hasDecided.current) return;
    hasDecided.current = false;
    if (document.activeElement === document.body) heading.current?.focus();
  }, [isOpen]);

  const ask = (some: readonly AccessRequest[]): void => {
    if (isBusy) return;
    if (some.every(({ emailProven }) => emailProven)) approve(some);
    else setDoubted(some);
  };
  const approve = (some: readonly AccessRequest[]): void => {
    setDoubted(undefined);
    hasDecided.current = true;
    void decide(some, { verdict: 'approved', roleOf }).then(() => setSelected([]));
  };
  const reject = async (some: readonly AccessRequest[], text: string): Promise<void> => {
    setRejecting(undefined);
    hasDecided.current = true;
    const isDone = await decide(some, { verdict: 'rejected', reason: text });
    setSelected([]);
    // A failed attempt keeps its reason for the next one.
    setReason(isDone ? '' : text);
  };
  const isAll = chosen.length === data.length;

  return (
    <Card component="section" aria-labelledby="requests">
      <Box sx={headSx}>
        {data.length > 1 && (
          <CheckboxOfAll
            chosen={toChosen(chosen.length, data.length)}
            label={texts.selectAll}
            onToggle={() => setSelected(isAll ? [] : data.map(({ _id }) => _id))}
          />
        )}
        <Typography ref={heading} tabIndex={-1} variant="h2" id="requests" sx={{ flex: 1 }}>
          {texts.title} ({number(total)})
        </Typography>
        {chosen.length > 1 && (
          <Several
            requests={chosen}
            isBusy={isBusy}
            onRole={(role) =>
              setRoles({ ...roles, ...Object.fromEntries(chosen.map(({ _id }) => [_id, role])) })
            }
            roleOf={roleOf}
            onApprove={() => ask(chosen)}
            onReject={() => setRejecting(chosen)}
          />
        )}
      </Box>
      {progress && (
        <LinearProgress
          variant="determinate"
          value={percentOf(progress.done, progress.of)}
          aria-label={texts.running}
        />
      )}
      {data.length === 0 ? (
        <Box component={Status} sx={{ px: 2, py: 3 }}>
          <Typography sx={{ fontWeight: 600 }}>{texts.empty}</Typography>
          <Typography color="text.secondary">{texts.emptyHint}</Typography>
        </Box>
      ) : (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {data.map((request) => (
            <RequestItem
              key={request._id}
              request={request}
              role={roleOf(request)}
              isSelected={selected.includes(request._id)}
              isSelectable={data.length > 1}
              isBusy={isBusy}
              onSelect={(is) =>
                setSelected(
                  is ? [...selected, request._id] : selected.filter((id) => id !== request._id),
                )
              }
              onRole={(role) => setRoles({ ...roles, [request._id]: role })}
              onApprove={() => ask([request])}
              onReject={() => setRejecting([request])}
            />
          ))}
        </Box>
      )}
      {total > data.length && (
        <Alert severity="info" sx={{ borderRadius: 0 }}>
          {fillTemplate(texts.more, { shown: number(data.length), total: number(total) })}
        </Alert>
      )}
      {doubted && (
        <ConfirmDialog
          isGrave
          title={texts.unprovenTitle}
          text={fillTemplate(texts.unprovenText, {
            addresses: doubted.flatMap((one) => (one.emailProven ? [] : one.email)).join(', '),
          })}
          action={texts.approveAnyway}
          cancel={cancel}
          onAction={() => approve(doubted)}
          onClose={() => setDoubted(undefined)}
        />
      )}
      {rejecting && (
        <RejectDialog
          count={rejecting.length}
          reason={reason}
          onReject={(text) => void reject(rejecting, text)}
          onClose={() => setRejecting(undefined)}
        />
      )}
      {deciding.summary && <SummaryDialog summary={deciding.summary} onClose={deciding.close} />}
    </Card>
  );
}

type SeveralProps = {
  requests: readonly AccessRequest[];
  isBusy: boolean;
  roleOf: (request: AccessRequest) => string;
  onRole: (role: string) => void;
  onApprove: () => void;
  onReject: () => void;
};

function Several({ requests, isBusy, roleOf, onRole, onApprove, onReject }: SeveralProps) {
  const { requests: texts } = useTexts('people');
  const count = requests.length;
  return (
    <>
      <RoleChoice
        isLabelHidden
        label={texts.roleOfSelected}
        value={roleOf(requireItem(requests, 0))}
        onChange={onRole}
      />
      <Button variant="contained" aria-disabled={isBusy} onClick={onApprove}>
        {fillTemplate(texts.approveMany, { count })}
      </Button>
      <Button color="error" aria-disabled={isBusy} onClick={() => !isBusy && onReject()}>
        {fillTemplate(texts.rejectMany, { count })}
      </Button>
    </>
  );
}

const headSx = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  minHeight: 52,
  px: 2,
  py: 0.75,
  borderBottom: 1,
  borderColor: 'divider',
};

/** The result for several people, in the words of the specification. */
function SummaryDialog({ summary, onClose }: { summary: BulkSummary; onClose: () => void }) {
  const texts = useTexts('people');
  const done = summary.deleted > 0 ? 'deleted' : 'updated';
  return (
    <DialogFrame
      title={texts.requests.result}
      cancel={texts.close}
      focus="cancel"
      onClose={onClose}
    >
      <ResourceContextProvider value="users">
        <BulkSummaryView summary={summary} done={done} />
      </ResourceContextProvider>
    </DialogFrame>
  );
}
