import type { AccessRequest, Duplicate } from '../../../contract/people/people.ts';
import { Box, Button, Checkbox, Chip, Typography } from '@mui/material';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { showDateTime } from '../../../fields/text/date-format.ts';
import { RelativeTime } from '../../kit/formats/relative-time.tsx';
import { RoleChoice } from './role-choice.tsx';
import { useStatusWords } from './use-status-words.ts';
import { useTexts } from '../../messages/texts.ts';
import WarningIcon from '@mui/icons-material/WarningAmber';
import { useConfig } from '../../client/config.tsx';
import { toRecordPath } from '../../kit/screen-paths.ts';
import { TextLink } from '../../kit/text-link.tsx';

type RequestItemProps = {
  request: AccessRequest;
  role: string;
  isSelected: boolean;
  isSelectable: boolean;
  isBusy: boolean;
  onSelect: (isSelected: boolean) => void;
  onRole: (role: string) => void;
  onApprove: () => void;
  onReject: () => void;
};

/** A request for access: what the person entered, since when it waits, and possible duplicates. */
export function RequestItem(props: RequestItemProps) {
  const { request, role, isSelected, isSelectable, isBusy, onRole, onApprove, onReject } = props;
  const { name, email, organisation, duplicates } = request;
  const { requests: texts } = useTexts('people');
  return (
    <Box component="li" sx={itemSx}>
      {isSelectable && (
        <Checkbox
          size="small"
          checked={isSelected}
          onChange={(_, is) => props.onSelect(is)}
          slotProps={{ input: { 'aria-label': fillTemplate(texts.select, { name }) } }}
          sx={{ alignSelf: 'start', mt: -0.25 }}
        />
      )}
      <Box sx={{ flex: '1 1 280px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography component="h3" sx={{ fontWeight: 650 }}>
          {name}
        </Typography>
        <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
          {email}
          {organisation ? ` · ${organisation}` : ''}
        </Box>
        <RequestFacts request={request} />
        <DuplicateNote duplicates={duplicates} />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <RoleChoice
          isLabelHidden
          label={fillTemplate(texts.roleOf, { name })}
          value={role}
          onChange={onRole}
        />
        <Button
          variant="outlined"
          aria-disabled={isBusy}
          aria-label={`${texts.approve}: ${name}`}
          onClick={onApprove}
        >
          {texts.approve}
        </Button>
        <Button
          color="error"
          aria-disabled={isBusy}
          aria-label={`${texts.reject}: ${name}`}
          onClick={() => !isBusy && onReject()}
        >
          {texts.reject}
        </Button>
      </Box>
    </Box>
  );
}

const itemSx = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  px: 2,
  py: 1.5,
  '& + &': { borderTop: 1, borderColor: 'divider' },
};

function RequestFacts({ request }: { request: AccessRequest }) {
  const { emailProven, domain, createdAt, expiresAt } = request;
  const { requests: texts } = useTexts('people');
  return (
    <Box sx={factsSx}>
      <Chip
        size="small"
        color={emailProven ? 'success' : 'warning'}
        variant="outlined"
        label={emailProven ? texts.proven : texts.unproven}
      />
      <Chip size="small" label={domain} title={fillTemplate(texts.domain, { domain })} />
      <span>
        {texts.asked} <RelativeTime moment={createdAt} />
      </span>
      <span>{fillTemplate(texts.expires, { date: showDateTime(expiresAt).slice(0, 10) })}</span>
    </Box>
  );
}

const factsSx = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 12px',
  mt: 0.75,
  color: 'text.secondary',
  fontSize: '0.8125rem',
};

/** Existing users who resemble the requester, and in which way. */
function DuplicateNote({ duplicates }: { duplicates: readonly Duplicate[] }) {
  const { requests: texts } = useTexts('people');
  const wordsOf = useStatusWords();
  const users = useConfig().descriptor.resources.get('users');
  if (duplicates.length === 0 || users === undefined) return null;
  return (
    <Box sx={{ display: 'flex', gap: 1, mt: 1, fontSize: '0.84375rem' }}>
      <WarningIcon aria-hidden sx={{ fontSize: '1.125rem', mt: '1px', color: 'warning.main' }} />
      <Box>
        {texts.duplicates}
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {duplicates.map(({ _id, name, email, status, because }) => (
            <li key={_id}>
              <TextLink to={toRecordPath(users, _id)} underline="always">
                {name}
              </TextLink>{' '}
              {email} · {wordsOf(status).label} ·{' '}
              {because.map((reason) => texts.because[reason]).join(', ')}
            </li>
          ))}
        </Box>
      </Box>
    </Box>
  );
}
