import { lazy, Suspense, type ComponentType } from 'react';
import type { ScreenCode } from '../kit/screens/define-screen.ts';
import { FailureBoundary } from '../kit/loading/failure-boundary.tsx';
import { SignInPicture } from './visitor-frame.tsx';

/** The picture of an installation. If its code fails, the page has the usual one: people must be able to sign in. */
export function toOwnPicture({ load }: ScreenCode<'signInPicture'>): ComponentType {
  const Own = lazy(async () => ({ default: (await load()).Screen }));
  return function OwnPicture() {
    return (
      <FailureBoundary renderFailure={() => <SignInPicture />}>
        <Suspense fallback={null}>
          <Own Default={SignInPicture} />
        </Suspense>
      </FailureBoundary>
    );
  };
}
