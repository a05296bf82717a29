import CloseIcon from '@mui/icons-material/Close';
import { Box, Button, IconButton, type Theme } from '@mui/material';
import { useEffect, useEffectEvent, useRef, useState, type FocusEvent } from 'react';
import { useNotificationContext, useTranslate } from 'react-admin';
import { createPortal } from 'react-dom';
import { createPageState } from '../../client/page-state.ts';

/** How long a notice stays (specification, §9), and how long one stays that offers something to do. */
const NOTICE = 3000;
const OFFER = 10_000;

/**
 * Shows notices of success and failure. A failure stays until the user closes it, or until something succeeds.
 * A notice can offer something to do: `notify('form.deleted', { action: { label: 'Undo', run } })`.
 */
export function Notices() {
  const translate = useTranslate();
  const { notifications, takeNotification } = useNotificationContext();
  const shown = shownNotices.use();
  const before = useRef<HTMLElement>(null);
  // The next user to sign in must not see them.
  useEffect(() => forget, []);
  useEffect(() => {
    const next = notifications.length > 0 && takeNotification();
    if (!next || typeof next.message !== 'string') return;
    const { messageArgs, action } = (next.notificationOptions ?? {}) as Options;
    addNotice({
      id: ++count,
      at: new Date(),
      type: next.type,
      text: translate(next.message, { ...messageArgs }),
      action,
    });
  }, [notifications, takeNotification, translate]);
  if (shown.length === 0) return null;

  const enter = ({ relatedTarget, currentTarget }: FocusEvent): void => {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
      before.current = relatedTarget;
  };
  const close = (notice: Notice, button: HTMLElement): void => {
    const hadFocus = button === document.activeElement;
    hide(notice);
    const way = before.current?.isConnected ? before.current : document.querySelector('main');
    if (hadFocus) way?.focus();
  };
  // Outside the page, because screen readers cannot see the page while a dialog is open.
  return createPortal(
    <Box component="section" aria-label={translate('layout.notices')} sx={stackSx} onFocus={enter}>
      {shown.map((notice) => (
        <ShownNotice key={notice.id} notice={notice} onClose={close} />
      ))}
    </Box>,
    document.body,
  );
}

type ShownNoticeProps = { notice: Notice; onClose: (notice: Notice, button: HTMLElement) => void };

function ShownNotice({ notice, onClose }: ShownNoticeProps) {
  const translate = useTranslate();
  const [isHeld, setHeld] = useState(false);
  const stays = isTrouble(notice) || isHeld;
  const isOffer = notice.action !== undefined;
  const goAway = useEffectEvent(() => hide(notice));
  useEffect(() => {
    if (stays) return;
    const timer = setTimeout(() => goAway(), isOffer ? OFFER : NOTICE);
    return () => clearTimeout(timer);
  }, [stays, isOffer]);
  return (
    <Box
      role="alert"
      sx={noticeSx(notice.type)}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
        {notice.text}
      </Box>
      {notice.action && (
        <Button
          size="small"
          color="inherit"
          onClick={({ currentTarget }) => {
            onClose(notice, currentTarget);
            runAction(notice);
          }}
        >
          {notice.action.label}
        </Button>
      )}
      <IconButton
        size="small"
        color="inherit"
        aria-label={translate('layout.close_notice')}
        onClick={({ currentTarget }) => onClose(notice, currentTarget)}
      >
        <CloseIcon fontSize="small" />
      </IconButton>
    </Box>
  );
}

let count = 0;

/** The number of notices that can be read again, and the number shown at once. */
const KEPT = 20;
const SHOWN = 3;

function addNotice(notice: Notice): void {
  latestNotices.set([notice, ...latestNotices.get()].slice(0, KEPT));
  const others = shownNotices
    .get()
    .filter((each) => each.text !== notice.text && !(notice.type === 'success' && isTrouble(each)));
  shownNotices.set([...others, notice].slice(-SHOWN));
}

function hide(notice: Notice): void {
  shownNotices.set(shownNotices.get().filter(({ id }) => id !== notice.id));
}

/** Runs what a notice offers, which it does not offer again. */
export function runAction(notice: Notice): void {
  latestNotices.set(
    latestNotices
      .get()
      .map((each) => (each.id === notice.id ? { ...each, action: undefined } : each)),
  );
  hide(notice);
  notice.action?.run();
}

function forget(): void {
  latestNotices.set([]);
  shownNotices.set([]);
}

function isTrouble({ type }: Notice): boolean {
  return type === 'error' || type === 'warning';
}

const stackSx = {
  position: 'fixed',
  zIndex: 'snackbar',
  bottom: { xs: 8, sm: 24 },
  left: 8,
  right: 8,
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: 1,
  pointerEvents: 'none',
  displayPrint: 'none',
};

const noticeSx = (type: Notice['type']) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  minWidth: { xs: '100%', sm: 288 },
  maxWidth: { sm: 600 },
  maxHeight: '40vh',
  overflowY: 'auto',
  pl: 2,
  pr: 1,
  py: 0.5,
  borderRadius: 1,
  boxShadow: 6,
  fontSize: '0.875rem',
  lineHeight: 1.43,
  pointerEvents: 'auto',
  color: ({ palette }: Theme) =>
    type === 'info' ? palette.background.paper : palette[type].contrastText,
  backgroundColor: ({ palette }: Theme) =>
    type === 'info' ? palette.text.primary : palette[type].main,
});

/** The content of a notice and its time. */
type Notice = {
  id: number;
  at: Date;
  type: 'success' | 'info' | 'warning' | 'error';
  text: string;
  action: NoticeAction | undefined;
};

/** Something to do after what the notice says, such as to undo it. */
type NoticeAction = { label: string; run: () => void };

type Options = { messageArgs?: object; action?: NoticeAction };

/** The latest notices, newest first, to read again. */
export const latestNotices = createPageState<readonly Notice[]>([]);

/** The notices on screen. */
const shownNotices = createPageState<readonly Notice[]>([]);
