import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { PageError } from './page-error.tsx';

/** Keeps a broken page from taking the menu along; another page starts afresh. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return <Boundary key={pathname}>{children}</Boundary>;
}

type Failure = { cause: unknown };

class Boundary extends Component<{ children: ReactNode }, { failure: Failure | null }> {
  override state: { failure: Failure | null } = { failure: null };

  static getDerivedStateFromError(cause: unknown) {
    return { failure: { cause } };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    console.error(error, componentStack);
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    return (
      <PageError
        error={failure.cause}
        resetErrorBoundary={() => this.setState({ failure: null })}
      />
    );
  }
}
