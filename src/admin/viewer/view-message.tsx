import { type FileSpot, type FilePlace, withFileOption } from '../../fields/files/file-context.tsx';
import type { FileValue } from '../../fields/files/file-value.ts';
import { Alert, Box, Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { HttpError } from 'react-admin';
import { showBidi } from '../../fields/text/direction-signs.ts';
import { shortType } from '../../fields/files/file-endings.ts';
import { useConfig } from '../client/config.tsx';
import { Hint } from '../kit/hint.tsx';
import { Status } from '../kit/status/status.tsx';
import { useSize } from '../kit/use-size.ts';
import { useTexts } from '../messages/texts.ts';
import { readRange, toFilePath } from './file-bytes.ts';
import { useLinkUrl } from './use-link-state.ts';

export type FileViewProps = {
  file: FileValue;
  place: FilePlace | undefined;
  /** Where the file opens. */
  spot: FileSpot | undefined;
  /** Called as the user goes on in the file. */
  onSpot: (spot: FileSpot) => void;
};

type Message = Pick<FileViewProps, 'file' | 'place'> & {
  text: string;
  severity: 'error' | 'info';
  onRetry?: (() => void) | undefined;
};

/** In place of a file that cannot be shown: why, and what the user can do. */
export function ViewMessage({ file, place, text, severity, onRetry }: Message) {
  const texts = useTexts('viewer');
  const size = useSize();
  const url = useLinkUrl(file, place);
  return (
    <Box sx={messageSx}>
      <Alert severity={severity} sx={{ maxWidth: 560, textAlign: 'start' }}>
        {text}
      </Alert>
      <Hint>{`${showBidi(file.name)} · ${shortType(file.type)} · ${size(file.size)}`}</Hint>
      <Box sx={{ display: 'flex', gap: 1 }}>
        {onRetry && (
          <Button variant="contained" onClick={onRetry}>
            {texts.retry}
          </Button>
        )}
        {url && (
          <Button
            variant={onRetry ? 'text' : 'contained'}
            href={withFileOption(url, 'download', 'true')}
          >
            {texts.download}
          </Button>
        )}
      </Box>
    </Box>
  );
}

type LoadErrorProps = Pick<FileViewProps, 'file' | 'place'> & {
  error: unknown;
  onRetry: () => void;
};

/** Why the bytes of a file did not arrive. */
export function LoadError({ error, ...props }: LoadErrorProps) {
  const texts = useTexts('viewer');
  const answered = error instanceof HttpError && error.status !== 0 ? error : undefined;
  const isGone = answered?.status === 403 || answered?.status === 404;
  const text = isGone ? texts.gone : (answered?.message ?? texts.offline);
  return <ViewMessage {...props} severity="error" text={text} />;
}

type FailedViewProps = Pick<FileViewProps, 'file' | 'place'> & {
  /** The problem, if the file can still be downloaded. */
  text: string;
  onRetry: () => void;
};

/** After an element of the browser has failed, which does not say why. */
export function FailedView({ text, ...props }: FailedViewProps) {
  const { descriptor } = useConfig();
  const path = toFilePath(descriptor, props.file, props.place);
  const { error, isPending } = useQuery({
    queryKey: ['first byte', path],
    queryFn: ({ signal }) => readRange(path, 0, 1, signal),
    retry: false,
    gcTime: 0,
  });
  if (isPending) return <Loading />;
  if (error) return <LoadError {...props} error={error} />;
  return <ViewMessage {...props} severity="error" text={text} />;
}

/** Until the first of a file is there. */
export function Loading() {
  const texts = useTexts('viewer');
  return (
    <Box sx={messageSx}>
      <Typography component={Status} color="text.secondary">
        {texts.loading}
      </Typography>
    </Box>
  );
}

const messageSx = {
  flex: 1,
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 2,
  p: 2,
  textAlign: 'center',
  overflowWrap: 'anywhere',
};
