import type { ComponentType } from 'react';
import type { FieldLook } from '../../../fields/type/field.ts';
import type { FieldValue } from '../../../fields/type/field-type.ts';
import type { OwnCellProps, OwnInputProps } from '../../../fields/type/field-ui.ts';

type RecordValues = Readonly<Record<string, FieldValue>>;

/** What each part of the screens gives to the code that replaces it, besides the default. */
export type PartProps = {
  list: object;
  toolbar: object;
  card: { record: RecordValues };
  record: { id: string };
  head: { record: RecordValues | undefined };
  section: { record: RecordValues | undefined };
  create: object;
  cell: OwnCellProps;
  input: OwnInputProps;
  dashboard: object;
  signInPicture: object;
};

export type ScreenPart = keyof PartProps;

/** What names a part: its resource, and in it the field or the section. */
type PlaceName = 'resource' | 'field' | 'section';

/** All parts that an installation can replace, and what names each; `backoffice check` compares the names. */
export const screenParts = {
  list: ['resource'],
  toolbar: ['resource'],
  card: ['resource'],
  record: ['resource'],
  head: ['resource'],
  section: ['resource', 'section'],
  create: ['resource'],
  cell: ['resource', 'field'],
  input: ['resource', 'field'],
  dashboard: [],
  signInPicture: [],
} as const satisfies Record<ScreenPart, readonly PlaceName[]>;

/** The properties of a component that replaces a part. `Default` draws what it replaces, as often as it is used. */
export type ScreenProps<Part extends ScreenPart> = PartProps[Part] & { Default: ComponentType };

/** A replacement as the browser loads it. */
export type Screen<Part extends ScreenPart> = {
  part: Part;
  Screen: ComponentType<ScreenProps<Part>>;
};

/**
 * Declares what the app shows in place of one of its parts.
 *
 * @example
 * export const machineList = defineScreen('list', ({ Default }) => (
 *   <>
 *     <Typography>Ask Sam before you move a machine.</Typography>
 *     <Default />
 *   </>
 * ));
 */
export function defineScreen<Part extends ScreenPart>(
  part: Part,
  Screen: ComponentType<ScreenProps<Part>>,
): Screen<Part> {
  return { part, Screen };
}

type Named<Part extends ScreenPart> = {
  [Name in (typeof screenParts)[Part][number]]: string;
};

/** What is known of a replacement before its code is loaded; `src/installation/screens.ui.ts` lists it. */
export type ScreenCode<Part extends ScreenPart> = Named<Part> & {
  part: Part;
  load: () => Promise<Screen<Part>>;
} & (Part extends 'cell'
    ? {
        /** Where the field is shown this way; everywhere if absent. */
        places?: NonNullable<FieldLook['cell']>['places'];
      }
    : object);

/** All replacements of an installation. */
export type ScreenCodes = readonly { [Part in ScreenPart]: ScreenCode<Part> }[ScreenPart][];

/** The place of a replacement: `list of machines`, `cell risk of machines`, `dashboard`. */
export function nameOfScreen(code: {
  part: string;
  resource?: string;
  field?: string;
  section?: string;
}): string {
  const name = [code.part, code.field ?? code.section].filter((word) => word).join(' ');
  return code.resource === undefined ? name : `${name} of ${code.resource}`;
}
