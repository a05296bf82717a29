import { requireItem } from '../../../fields/require-entry.ts';
import type { AccessRequest, Overview } from '../../../contract/people/people.ts';
import {
  Alert,
  Box,
  Button,
  Card,
  LinearProgress,
  Typography,
  DialogContentText,
  TextField,
} from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { CheckboxOfAll, toChosen } from '../../kit/checkbox-of-all.tsx';
import { percentOf } from '../../kit/formats/percent-of.ts';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { Status } from '../../kit/status/status.tsx';
import { RequestItem } from './request-item.tsx';
import { RoleChoice } from './role-choice.tsx';
import { useDecide } from './use-decide.ts';
import { useTexts } from '../../messages/texts.ts';
import { ResourceContextProvider } from 'react-admin';
import type { BulkSummary } from '../../client/bulk.ts';
import { BulkSummaryView } from '../../resource/bulk-summary.tsx';
import { ConfirmDialog, DialogFrame } from '../../kit/dialog-frame.tsx';

/** The waiting requests. An admin approves them with a role or rejects them with a reason, singly or several at once. */
export function RequestQueue({ requests: { data, total } }: { requests: Overview['requests'] }) {
  const { requests: texts } = useTexts('people');
  const number = useNumberFormat();
  const choice = useChoice(data);
  const verdicts = useVerdicts(choice);
  const { heading, progress, isBusy } = verdicts;
  return (
    <Card component="section" aria-labelledby="requests">
      <Box sx={headSx}>
        {data.length > 1 && (
          <CheckboxOfAll
            chosen={toChosen(choice.chosen.length, data.length)}
            label={texts.selectAll}
            onToggle={choice.toggleAll}
          />
        )}
        <Typography ref={heading} tabIndex={-1} variant="h2" id="requests" sx={{ flex: 1 }}>
          {texts.title} ({number(total)})
        </Typography>
        {choice.chosen.length > 1 && <Several choice={choice} verdicts={verdicts} />}
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
              role={choice.roleOf(request)}
              isSelected={choice.chosen.includes(request)}
              isSelectable={data.length > 1}
              isBusy={isBusy}
              onSelect={(is) => choice.select(request, is)}
              onRole={(role) => choice.setRole([request], role)}
              onApprove={() => verdicts.approve([request])}
              onReject={() => verdicts.reject([request])}
            />
          ))}
        </Box>
      )}
      {total > data.length && (
        <Alert severity="info" sx={{ borderRadius: 0 }}>
          {fillTemplate(texts.more, { shown: number(data.length), total: number(total) })}
        </Alert>
      )}
      <VerdictDialogs {...verdicts.dialogs} />
    </Card>
  );
}

/** The selected requests, and the role of each. */
function useChoice(data: readonly AccessRequest[]) {
  const [roles, setRoles] = useState<Readonly<Record<string, string>>>({});
  const [selected, setSelected] = useState<readonly string[]>([]);
  const chosen = data.filter(({ _id }) => selected.includes(_id));
  const isAll = chosen.length === data.length;
  return {
    chosen,
    clear: () => setSelected([]),
    toggleAll: () => setSelected(isAll ? [] : data.map(({ _id }) => _id)),
    select: ({ _id }: AccessRequest, is: boolean) =>
      setSelected(is ? [...selected, _id] : selected.filter((id) => id !== _id)),
    roleOf: ({ _id, role }: AccessRequest): string => roles[_id] ?? role,
    setRole: (some: readonly AccessRequest[], role: string) =>
      setRoles({ ...roles, ...Object.fromEntries(some.map(({ _id }) => [_id, role])) }),
  };
}

type Choice = ReturnType<typeof useChoice>;

/** Approves and rejects requests. A dialog comes first where an address is unproven, or for the reason. */
function useVerdicts({ roleOf, clear }: Pick<Choice, 'roleOf' | 'clear'>) {
  const [rejecting, setRejecting] = useState<readonly AccessRequest[]>();
  const [doubted, setDoubted] = useState<readonly AccessRequest[]>();
  const [reason, setReason] = useState('');
  const { progress, decide, summary, close } = useDecide();
  const isBusy = progress !== undefined;
  // A decided request disappears together with its focused button, so the heading takes the focus.
  const heading = useRef<HTMLHeadingElement>(null);
  const hasDecided = useRef(false);
  const isOpen = isBusy || [rejecting, doubted, summary].some((each) => each !== undefined);
  useEffect(() => {
    if (isOpen || !hasDecided.current) return;
    hasDecided.current = false;
    if (document.activeElement === document.body) heading.current?.focus();
  }, [isOpen]);
  const approve = (some: readonly AccessRequest[]): void => {
    setDoubted(undefined);
    hasDecided.current = true;
    void decide(some, { verdict: 'approved', roleOf }).then(clear);
  };
  const reject = async (some: readonly AccessRequest[], text: string): Promise<void> => {
    setRejecting(undefined);
    hasDecided.current = true;
    const isDone = await decide(some, { verdict: 'rejected', reason: text });
    clear();
    // A failed attempt keeps its reason for the next one.
    setReason(isDone ? '' : text);
  };
  return {
    heading,
    progress,
    isBusy,
    approve: (some: readonly AccessRequest[]): void => {
      if (isBusy) return;
      if (some.every(({ emailProven }) => emailProven)) approve(some);
      else setDoubted(some);
    },
    reject: setRejecting,
    dialogs: {
      doubted,
      rejecting,
      reason,
      summary,
      onApprove: approve,
      onReject: (some: readonly AccessRequest[], text: string) => void reject(some, text),
      onClose: () => {
        setDoubted(undefined);
        setRejecting(undefined);
        close();
      },
    },
  };
}

/** The question before a verdict, or the result of several. */
function VerdictDialogs(props: ReturnType<typeof useVerdicts>['dialogs']) {
  const { doubted, rejecting, reason, summary, onApprove, onReject, onClose } = props;
  const { requests: texts, cancel } = useTexts('people');
  return (
    <>
      {doubted && (
        <ConfirmDialog
          isGrave
          title={texts.unprovenTitle}
          text={fillTemplate(texts.unprovenText, {
            addresses: doubted.flatMap((one) => (one.emailProven ? [] : one.email)).join(', '),
          })}
          action={texts.approveAnyway}
          cancel={cancel}
          onAction={() => onApprove(doubted)}
          onClose={onClose}
        />
      )}
      {rejecting && (
        <RejectDialog
          count={rejecting.length}
          reason={reason}
          onReject={(text) => onReject(rejecting, text)}
          onClose={onClose}
        />
      )}
      {summary && <SummaryDialog summary={summary} onClose={onClose} />}
    </>
  );
}

type SeveralProps = { choice: Choice; verdicts: ReturnType<typeof useVerdicts> };

function Several({ choice, verdicts: { isBusy, approve, reject } }: SeveralProps) {
  const { requests: texts } = useTexts('people');
  const { chosen, roleOf, setRole } = choice;
  const count = chosen.length;
  return (
    <>
      <RoleChoice
        isLabelHidden
        label={texts.roleOfSelected}
        value={roleOf(requireItem(chosen, 0))}
        onChange={(role) => setRole(chosen, role)}
      />
      <Button variant="contained" aria-disabled={isBusy} onClick={() => approve(chosen)}>
        {fillTemplate(texts.approveMany, { count })}
      </Button>
      <Button color="error" aria-disabled={isBusy} onClick={() => !isBusy && reject(chosen)}>
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

/** The longest reason the server accepts. */
const MAX_REASON_LENGTH = 1000;

type RejectDialogProps = {
  count: number;
  /** The reason of an earlier attempt. */
  reason: string;
  onReject: (reason: string) => void;
  onClose: () => void;
};

function RejectDialog({ count, reason: before, onReject, onClose }: RejectDialogProps) {
  const texts = useTexts('people');
  const own = texts.requests;
  const [reason, setReason] = useState(before);
  return (
    <DialogFrame
      title={count === 1 ? own.rejectTitle : fillTemplate(own.rejectTitleMany, { count })}
      isForm
      isGrave
      cancel={texts.cancel}
      action={own.rejectNow}
      onAction={() => onReject(reason.trim())}
      onClose={onClose}
    >
      <DialogContentText sx={{ mb: 1.5 }}>{own.rejectText}</DialogContentText>
      <TextField
        autoFocus
        multiline
        minRows={3}
        label={own.reason}
        helperText={own.reasonHelp}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        slotProps={{ htmlInput: { maxLength: MAX_REASON_LENGTH } }}
      />
    </DialogFrame>
  );
}
