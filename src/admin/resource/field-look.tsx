import { Component, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import type { Field, LateCode } from '../../fields/type/field.ts';
import {
  nameOfScreen,
  type Screen,
  type ScreenCode,
  type ScreenCodes,
} from '../kit/screens/define-screen.ts';
import { findScreens } from '../kit/screens/replaceable.tsx';

/** Returns the same configuration, whose fields have the cells and inputs of the installation. */
export function useFieldLooks<Config extends { descriptor: Descriptor }>(
  config: Config,
  codes: ScreenCodes,
): Config {
  return useMemo(() => {
    const find = ({ resource, field }: { resource: string; field: string }): Field | undefined =>
      config.descriptor.resources.get(resource)?.fields.get(field);
    for (const code of findScreens(codes, 'cell')) {
      const field = find(code);
      const { places } = code;
      // The role may not see the field.
      if (field)
        field.look = { ...field.look, cell: { ...toLate(code), ...(places && { places }) } };
    }
    for (const code of findScreens(codes, 'input')) {
      const field = find(code);
      if (field) field.look = { ...field.look, input: toLate(code) };
    }
    return config;
  }, [config, codes]);
}

type FieldPart = 'cell' | 'input';

/** The code of a replacement, which stays loaded when the descriptor changes. */
const late = new WeakMap<object, LateCode>();

function toLate<Part extends FieldPart>(code: ScreenCode<Part>): LateCode {
  const cached = late.get(code);
  if (cached) return cached;
  const created = createLate(code);
  late.set(code, created);
  return created;
}

function createLate<Part extends FieldPart>(code: ScreenCode<Part>): LateCode {
  const listeners = new Set<() => void>();
  let loaded: Screen<Part> | undefined;
  let loading: Promise<void> | undefined;
  const start = async (): Promise<void> => {
    try {
      loaded = await code.load();
      for (const changed of listeners) changed();
    } catch (error) {
      console.error(`The ${nameOfScreen(code)} did not load`, error);
    }
  };
  return {
    get: () => loaded,
    subscribe: (changed) => {
      listeners.add(changed);
      loading ??= start();
      return () => listeners.delete(changed);
    },
  };
}

/** The replacement by the installation, once it is loaded. */
export function useOwnScreen<Part extends FieldPart>(
  code: LateCode | undefined,
): Screen<Part> | undefined {
  return useSyncExternalStore(code?.subscribe ?? neverChanges, code?.get ?? isAbsent) as
    Screen<Part> | undefined;
}

const neverChanges = () => () => undefined;
const isAbsent = () => undefined;

type BoundaryProps = { of: unknown; otherwise: ReactNode; children: ReactNode };
type BoundaryState = { of: unknown; failed: boolean };

/** Shows `otherwise` if code of the installation throws, until it gets another value. */
export class LookBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { of: this.props.of, failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  static getDerivedStateFromProps({ of }: BoundaryProps, state: BoundaryState) {
    return of === state.of ? null : { of, failed: false };
  }

  override componentDidCatch(error: unknown): void {
    console.error('The look of a field failed', error);
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.otherwise : this.props.children;
  }
}
