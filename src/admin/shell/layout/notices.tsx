import CloseIcon from '@mui/icons-material/Close';
import { Box, Button, IconButton, type Theme } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, type FocusEvent } from 'react';
import { useNotificationContext, useTakeUndoableMutation, useTranslate } from 'react-admin';
import { createPortal } from 'react-dom';
import { beforeSignOut } from '../../client/account/sign-out.ts';
import {
  addNotice,
  forgetNotices,
  hideNotice,
  isTrouble,
  runAction,
  shownNotices,
  toUndoable,
  writeNow,
  type Notice,
  type NoticeAction,
} from './notice-state.ts';
import { useTexts } from '../../messages/texts.ts';

/** How long a notice stays (specification, §9), and how long one stays that offers something to do. */
const NOTICE_MS = 3000;
const OFFER_MS = 10_000;

/**
 * Shows notices of success and failure. A failure stays until the user closes it, or until something succeeds.
 * A notice can offer something to do: `notify(texts.form.deleted, { action: { label: 'Undo', run } })`.
 *
 * Stock forms and buttons of react-admin write after their notice: as long as it is on screen, the user can undo. The
 * write follows when it goes, whatever the reason, and before a sign-out.
 */
export function Notices() {
  const texts = useTexts('app');
  const translate = useTranslate();
  const { notifications, takeNotification } = useNotificationContext();
  const takeMutation = useTakeUndoableMutation();
  const queries = useQueryClient();
  const shown = shownNotices.use();
  const before = useRef<HTMLElement>(null);
  useEffect(() => forgetNotices, []);
  useEffect(() => beforeSignOut(() => writeNow(queries)), [queries]);
  const isWaiting = shown.some(({ write }) => write !== undefined);
  useEffect(() => {
    if (!isWaiting) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isWaiting]);
  useEffect(() => {
    const next = notifications.length > 0 && takeNotification();
    if (!next) return;
    const { messageArgs, action, undoable, autoHideDuration } = (next.notificationOptions ??
      {}) as Options;
    const { message } = next;
    const mutation = undoable ? takeMutation() : undefined;
    addNotice({
      type: next.type,
      text: typeof message === 'string' ? translate(message, { ...messageArgs }) : message,
      action,
      duration: autoHideDuration,
      ...(mutation && toUndoable(mutation, translate('ra.action.undo'))),
    });
  }, [notifications, takeNotification, takeMutation, translate]);
  if (shown.length === 0) return null;

  const enter = ({ relatedTarget, currentTarget }: FocusEvent): void => {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
      before.current = relatedTarget;
  };
  const close = (notice: Notice, button: HTMLElement): void => {
    const hadFocus = button === document.activeElement;
    hideNotice(notice);
    const way = before.current?.isConnected ? before.current : document.querySelector('main');
    if (hadFocus) way?.focus();
  };
  // Outside the page, because screen readers cannot see the page while a dialog is open.
  return createPortal(
    <Box component="section" aria-label={texts.layout.notices} sx={stackSx} onFocus={enter}>
      {shown.map((notice) => (
        <ShownNotice key={notice.id} notice={notice} onClose={close} />
      ))}
    </Box>,
    document.body,
  );
}

type ShownNoticeProps = { notice: Notice; onClose: (notice: Notice, button: HTMLElement) => void };

function ShownNotice({ notice, onClose }: ShownNoticeProps) {
  const texts = useTexts('app');
  const [isHeld, setHeld] = useState(false);
  const { duration = notice.action ? OFFER_MS : NOTICE_MS } = notice;
  const stays = isTrouble(notice) || isHeld || duration === null;
  const goAway = useEffectEvent(() => hideNotice(notice));
  useEffect(() => {
    if (stays) return;
    const timer = setTimeout(() => goAway(), duration);
    return () => clearTimeout(timer);
  }, [stays, duration]);
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
            runAction(notice);
            onClose(notice, currentTarget);
          }}
        >
          {notice.action.label}
        </Button>
      )}
      <IconButton
        size="small"
        color="inherit"
        aria-label={texts.layout.closeNotice}
        onClick={({ currentTarget }) => onClose(notice, currentTarget)}
      >
        <CloseIcon fontSize="small" />
      </IconButton>
    </Box>
  );
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

type Options = {
  messageArgs?: object;
  action?: NoticeAction;
  undoable?: boolean;
  autoHideDuration?: number | null;
};
