import { Alert, Button } from '@mui/material';
import { useState, type ReactNode } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useTexts } from '../../messages/texts.ts';
import { FailureBoundary } from '../loading/failure-boundary.tsx';

type ScreenFailureProps = {
  /** Which replacement: `list of machines`. */
  name: string;
  /** What it replaces. */
  usual: ReactNode;
  children: ReactNode;
};

/** If code of the installation fails: says which, and lets the user go on with what the app has. */
export function ScreenFailure({ name, usual, children }: ScreenFailureProps) {
  const { ownScreens } = useTexts('app');
  const [isGivenUp, setGivenUp] = useState(false);
  if (isGivenUp) return usual;
  const renderFailure = (error: unknown): ReactNode => (
    <Alert
      severity="error"
      sx={{ my: 1, overflowWrap: 'anywhere' }}
      action={
        <Button color="inherit" size="small" onClick={() => setGivenUp(true)}>
          {ownScreens.useDefault}
        </Button>
      }
    >
      {fillTemplate(ownScreens.failed, { name })} <code>{String(error)}</code>
    </Alert>
  );
  return <FailureBoundary renderFailure={renderFailure}>{children}</FailureBoundary>;
}
