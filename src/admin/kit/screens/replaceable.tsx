import { Alert, Button } from '@mui/material';
import {
  createContext,
  lazy,
  Suspense,
  use,
  useMemo,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { useResourceContext } from 'react-admin';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useTexts } from '../../messages/texts.ts';
import { withProgress } from '../../client/progress.ts';
import { FailureBoundary } from '../loading/failure-boundary.tsx';
import { nameOfScreen } from './define-screen.ts';
import type {
  PartProps,
  ScreenCode,
  ScreenCodes,
  ScreenPart,
  ScreenProps,
} from './define-screen.ts';

/** Cells and inputs belong to their fields: `resource/field-look.tsx` finds them once, not in each cell. */
type PartOfScreens = Exclude<ScreenPart, 'cell' | 'input' | 'signInPicture'>;

/** The replacements of this installation. */
export const ScreensContext = createContext<ScreenCodes>([]);

/** The code that replaces a part here; undefined where the app shows its own. */
export function useReplacement<Part extends PartOfScreens>(
  part: Part,
  section?: string,
): ScreenCode<Part> | undefined {
  const codes = use(ScreensContext);
  const resource = useResourceContext();
  return useMemo(
    () => findScreens(codes, part).find((code) => isHere(code, resource, section)),
    [codes, part, resource, section],
  );
}

/** The replacements of one kind of part. */
export function findScreens<Part extends ScreenPart>(
  codes: ScreenCodes,
  part: Part,
): readonly ScreenCode<Part>[] {
  return codes.filter((code): code is typeof code & ScreenCode<Part> => code.part === part);
}

type Place = { part: ScreenPart; resource?: string; section?: string };

function isHere(place: Place, resource: string | undefined, section: string | undefined): boolean {
  return (
    (place.resource === undefined || place.resource === resource) &&
    (place.section === undefined || place.section === section)
  );
}

type Replaceable<Part extends PartOfScreens, Props> = {
  part: Part;
  /** What the app shows where nothing replaces it; `Default` for code that does. */
  Usual: ComponentType<Props>;
  toProps: (props: Props) => PartProps[Part];
  /** Of a section: its key. */
  sectionOf?: (props: Props) => string;
};

/**
 * A part of the screens that code of the installation may replace. The code is found when the part appears. It gets
 * the data that the user may see, and its `Default` is the part itself: the API decides about both alike.
 */
export function replaceable<Part extends PartOfScreens, Props extends object>({
  part,
  Usual,
  toProps,
  sectionOf,
}: Replaceable<Part, Props>): ComponentType<Props> {
  const UsualProps = createContext<Props | undefined>(undefined);
  // One component for all, so that it keeps its state when the replacement renders again.
  function Default(): ReactNode {
    const props = use(UsualProps);
    return props && <Usual {...props} />;
  }
  const screens = new WeakMap<object, ComponentType<ScreenProps<Part>>>();
  function toScreen(code: ScreenCode<Part>): ComponentType<ScreenProps<Part>> {
    const Loaded =
      screens.get(code) ??
      lazy(async () => ({ default: (await withProgress(code.load())).Screen }));
    screens.set(code, Loaded);
    return Loaded;
  }
  return function ReplaceablePart(props: Props) {
    const code = useReplacement(part, sectionOf?.(props));
    const usual = <Usual {...props} />;
    if (!code) return usual;
    return (
      <ScreenFailure name={nameOfScreen(code)} usual={usual}>
        <UsualProps value={props}>
          <Suspense fallback={null}>
            <Replacement Screen={toScreen(code)} props={{ ...toProps(props), Default }} />
          </Suspense>
        </UsualProps>
      </ScreenFailure>
    );
  };
}

type ReplacementProps<Props> = { Screen: ComponentType<Props>; props: Props };

function Replacement<Props extends object>({ Screen, props }: ReplacementProps<Props>) {
  return <Screen {...props} />;
}

type ScreenFailureProps = {
  /** Which replacement: `list of machines`. */
  name: string;
  /** What it replaces. */
  usual: ReactNode;
  children: ReactNode;
};

/** If code of the installation fails: says which, and lets the user go on with what the app has. */
function ScreenFailure({ name, usual, children }: ScreenFailureProps) {
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
