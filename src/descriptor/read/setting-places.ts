import { z } from 'zod';
import { fieldTypes } from '../../fields/registry.ts';
import { commonSettings } from '../../fields/type/to-field.ts';
import { nameToLabel } from '../name-to-label.ts';
import { appSettings, roleSettings } from '../settings/descriptor-settings.ts';
import { resourceSettings } from '../settings/resource-settings.ts';
import type { Schema } from './schema-at.ts';

/** What people call a setting, and how it is explained, by its place in the grammar: `resource/list/columns`. */
export type SettingTexts = Readonly<Record<string, readonly [name: string, description: string]>>;

type SettingPlace = { place: string; name: string; description: string };

/** Every setting once: what several types of fields explain alike has the place of the first. */
export const settingPlaces: readonly SettingPlace[] = Object.entries<Schema>({
  app: appSettings,
  role: roleSettings,
  resource: resourceSettings,
  field: commonSettings.omit({ type: true }),
  ...Object.fromEntries(Object.entries(fieldTypes).map(([type, kind]) => [type, kind.settings])),
})
  .flatMap(([start, schema]) => placesIn(schema, start))
  .filter(
    ({ description }, at, all) => all.findIndex((one) => one.description === description) === at,
  );

const places = new Map(settingPlaces.map(({ description, place }) => [description, place]));

/** The place of the setting that the grammar explains like this. */
export function placeOf(description: string): string {
  return places.get(description) ?? '';
}

/** The words of the grammar itself, which is in English, for the settings at and below some places. */
export function englishSettings(starts: readonly string[]): SettingTexts {
  return Object.fromEntries(
    settingPlaces
      .filter(({ place }) => starts.some((start) => `${place}/`.startsWith(`${start}/`)))
      .map(({ place, name, description }) => [place, [nameToLabel(name), description]]),
  );
}

function placesIn(schema: Schema, start: string): SettingPlace[] {
  if (schema instanceof z.ZodObject)
    return Object.entries<Schema>(schema.shape).flatMap(([name, one]) => {
      const place = `${start}/${name}`;
      const description = one instanceof z.ZodType ? one.description : undefined;
      return [
        ...(description === undefined ? [] : [{ place, name, description }]),
        ...placesIn(one, place),
      ];
    });
  return innerOf(schema).flatMap((one) => placesIn(one, start));
}

function innerOf(schema: Schema): readonly Schema[] {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return [schema.def.innerType];
  if (schema instanceof z.ZodArray) return [schema.element];
  if (schema instanceof z.ZodRecord) return [schema.valueType];
  return schema instanceof z.ZodUnion ? schema.def.options : [];
}
