import CloseIcon from '@mui/icons-material/Close';
import RefreshIcon from '@mui/icons-material/Refresh';
import { Box, LinearProgress, Typography } from '@mui/material';
import { useEffect, useRef } from 'react';
import { showBidi } from '../../fields/text/direction-signs.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';
import { toSizeText } from '../../fields/problems/size-text.ts';
import { percentOf } from '../kit/formats/percent-of.ts';
import { Hint } from '../kit/hint.tsx';
import { useI18n } from '../kit/use-i18n.ts';
import { useTexts, textsOf } from '../messages/texts.ts';
import type { FormUpload } from './form-uploads.ts';
import { RowButton, rowSx } from './row-parts.tsx';

type UploadRowProps = {
  upload: FormUpload;
  /** Reads a text aloud. */
  onSay: (text: string) => void;
  onRetry: () => void;
  onRemove: () => void;
};

/** A file on its way: how far it is, or why it failed. */
export function UploadRow({ upload, onSay, onRetry, onRemove }: UploadRowProps) {
  const texts = useTexts('uploads');
  const { state, file } = upload;
  const name = showBidi(file.name);
  useSaid(upload, onSay);
  const hasFailed = state.step === 'failed';
  return (
    <Box component="li" sx={{ ...rowSx, ...(hasFailed && { borderColor: 'error.main' }) }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        {state.step === 'failed' ? (
          <Typography variant="caption" component="p" color="error">
            {state.why}
          </Typography>
        ) : (
          <Progress upload={upload} />
        )}
      </Box>
      {state.step === 'failed' && state.mayRetry && (
        <RowButton
          label={fillTemplate(texts.retryOf, { name })}
          title={texts.retry}
          onClick={onRetry}
        >
          <RefreshIcon fontSize="small" />
        </RowButton>
      )}
      <RowButton
        label={fillTemplate(hasFailed ? texts.remove : texts.cancel, { name })}
        onClick={onRemove}
      >
        <CloseIcon fontSize="small" />
      </RowButton>
    </Box>
  );
}

function Progress({ upload: { file, state } }: { upload: FormUpload }) {
  const { language } = useI18n();
  const isSending = state.step === 'sending';
  const percent = isSending ? Math.round(percentOf(state.sent, file.size)) : 0;
  return (
    <>
      <LinearProgress
        aria-label={showBidi(file.name)}
        sx={{ my: 0.5, borderRadius: 1 }}
        {...(state.step === 'checking' || state.step === 'paused'
          ? {}
          : { variant: 'determinate', value: percent })}
      />
      <Hint variant="caption" component="p" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {progressText({ file, state }, language)}
      </Hint>
    </>
  );
}

function progressText({ file, state }: Pick<FormUpload, 'file' | 'state'>, language: string) {
  const texts = textsOf('uploads');
  if (state.step !== 'sending') return state.step === 'failed' ? '' : texts[state.step];
  const { sent, bytesPerSecond: speed } = state;
  const size = (bytes: number): string => toSizeText(bytes, language);
  const parts = [fillTemplate(texts.sent, { sent: size(sent), size: size(file.size) })];
  if (speed) {
    parts.push(fillTemplate(texts.speed, { speed: size(speed) }));
    parts.push(fillTemplate(texts.left, { time: timeText((file.size - sent) / speed, language) }));
  }
  return parts.join(' · ');
}

/** `40 sec`, `3 min`: nobody needs it more exactly. */
function timeText(seconds: number, language: string): string {
  const isShort = seconds < 60;
  const unit = isShort ? 'second' : 'minute';
  const format = new Intl.NumberFormat(language, { style: 'unit', unit });
  return format.format(Math.max(1, Math.ceil(isShort ? seconds : seconds / 60)));
}

/** Parts of an upload after each of which its progress is read aloud. */
const ANNOUNCED_STEPS = 4;

/** Reads progress in steps, and how an upload failed. */
function useSaid({ file, state }: FormUpload, onSay: (text: string) => void): void {
  const { language } = useI18n();
  const step =
    state.step === 'sending'
      ? Math.floor((state.sent / file.size) * ANNOUNCED_STEPS) / ANNOUNCED_STEPS
      : 0;
  const name = showBidi(file.name);
  const percent = new Intl.NumberFormat(language, { style: 'percent' }).format(step);
  const texts = textsOf('uploads');
  const progress = step > 0 ? fillTemplate(texts.percent, { name, percent }) : '';
  const text =
    state.step === 'failed' ? fillTemplate(texts.failed, { name, why: state.why }) : progress;
  const announced = useRef('');
  useEffect(() => {
    if (text !== '' && text !== announced.current) onSay(text);
    announced.current = text;
  }, [text, onSay]);
}
