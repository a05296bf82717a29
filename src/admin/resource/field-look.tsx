import { Component, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import type { FieldLook } from '../../fields/type/field.ts';
import type { OwnLook } from '../../fields/type/field-ui.ts';

/** What is known of the look of a field before its code is loaded; `src/installation/screens.ui.ts` lists it. */
type FieldLookCode = {
  resource: string;
  field: string;
  /** Where the field is shown this way; everywhere if absent. */
  places?: NonNullable<FieldLook['places']>;
  load: () => Promise<OwnLook>;
};

export type FieldLookCodes = readonly FieldLookCode[];

/** Declares how a field is shown and entered. Until it is loaded, and if it fails, the field looks as its type does. */
export function defineField(look: OwnLook): OwnLook {
  return look;
}

/** Returns the same configuration, whose fields have the looks of the installation. */
export function useFieldLooks<Config extends { descriptor: Descriptor }>(
  config: Config,
  codes: FieldLookCodes,
): Config {
  return useMemo(() => {
    for (const code of codes) {
      const field = config.descriptor.resources.get(code.resource)?.fields.get(code.field);
      // The role may not see the field.
      if (field) field.look = toLook(code);
    }
    return config;
  }, [config, codes]);
}

/** The look of a code, which stays the same when the descriptor changes. */
const looks = new WeakMap<FieldLookCode, FieldLook>();

function toLook(code: FieldLookCode): FieldLook {
  const cachedLook = looks.get(code);
  if (cachedLook) return cachedLook;
  const look = createLook(code);
  looks.set(code, look);
  return look;
}

function createLook({ resource, field, places, load }: FieldLookCode): FieldLook {
  const listeners = new Set<() => void>();
  let loaded: OwnLook | undefined;
  let loading: Promise<void> | undefined;
  const start = async (): Promise<void> => {
    try {
      loaded = await load();
      for (const changed of listeners) changed();
    } catch (error) {
      console.error(`The look of ${resource}.${field} did not load`, error);
    }
  };
  return {
    ...(places && { places }),
    get: () => loaded,
    subscribe: (changed) => {
      listeners.add(changed);
      loading ??= start();
      return () => listeners.delete(changed);
    },
  };
}

/** The look, once it is loaded. */
export function useOwnLook(look: FieldLook | undefined): OwnLook | undefined {
  return useSyncExternalStore(look?.subscribe ?? neverChanges, look?.get ?? isAbsent) as
    OwnLook | undefined;
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
