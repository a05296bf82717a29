import { Component, type ErrorInfo, type ReactNode } from 'react';

type FailureBoundaryProps = {
  /** Shown in place of what failed; `retry` renders it again. */
  renderFailure: (error: unknown, retry: () => void) => ReactNode;
  children: ReactNode;
};

type Failure = { cause: unknown };

/** Ends a failure where it happens, so that the rest of the app goes on. */
export class FailureBoundary extends Component<FailureBoundaryProps, { failure: Failure | null }> {
  override state: { failure: Failure | null } = { failure: null };

  static getDerivedStateFromError(cause: unknown) {
    return { failure: { cause } };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    console.error(error, componentStack);
  }

  override render(): ReactNode {
    const { failure } = this.state;
    const { children, renderFailure } = this.props;
    if (failure === null) return children;
    return renderFailure(failure.cause, () => this.setState({ failure: null }));
  }
}
