import { schemaOf } from '../../../../descriptor/edits/mentions.ts';
import { isObject, type JsonObject } from '../../../../descriptor/json-object.ts';
import { nameToLabel } from '../../../../descriptor/name-to-label.ts';
import { valueAt } from '../../../../descriptor/read/schema-at.ts';
import type { Path } from '../../../../descriptor/read/source-text.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { isLanguage } from '../../../../fields/problems/languages.ts';
import { useNumberFormat } from '../../../kit/formats/use-number-format.ts';
import { useTexts } from '../../../messages/texts.ts';
import { languageName } from '../settings/text-parts.ts';
import { settingsOf, type Setting, type SettingKind } from '../settings/to-settings.ts';
import { useLabelOf } from '../settings/use-label-of.ts';
import { useSettingWords } from '../settings/use-setting-words.ts';

/** What the places of a descriptor are called, and what is there, for people who do not know the file. */
export function usePlaceWords(declared: JsonObject) {
  const { changed: texts } = useTexts('structure-draft');
  const operations = new Map<string, string>(Object.entries(useTexts('structure').operations));
  const labelOf = useLabelOf();
  const { optionOf } = useSettingWords();
  const write = useNumberFormat();
  const { placeText, stepText, settingAt } = usePlaces(declared);
  return { placeText, valueText };

  /** A value that is or was at a place: “Title”, yes, or the parts of it. */
  function valueText(path: Path, value: unknown): string {
    if (typeof value === 'boolean') return value ? texts.yes : texts.no;
    if (typeof value === 'number') return write(value);
    if (typeof value === 'string') return nameText(path, value);
    if (Array.isArray(value))
      return value.map((one, index) => valueText([...path, index], one)).join(', ');
    if (!isObject(value)) return texts.unset;
    if (isNamed(value)) return fillTemplate(texts.quoted, { text: stepText([0], value) });
    return Object.entries(value)
      .map(([step, one]) => {
        const at = [...path, step];
        return `${stepText(at, one)}: ${valueText(at, one)}`;
      })
      .join('; ');
  }

  /** What a text names, by its label; any other text in quotation marks. */
  function nameText(path: Path, text: string): string {
    const setting = settingAt(typeof path.at(-1) === 'number' ? path.slice(0, -1) : path);
    if (setting?.options.includes(text)) return optionOf(text);
    const named = setting && placeNamed(setting.kind, path, text);
    const found = named && valueAt(declared, named);
    const isRight = path[0] === 'permissionSets' || path[2] === 'permissions';
    const plain = (isRight && operations.get(text)) || text;
    return fillTemplate(texts.quoted, { text: isObject(found) ? labelOf(found, text) : plain });
  }
}

function usePlaces(declared: JsonObject) {
  const sections = new Map<string, string>(
    Object.entries(useTexts('structure-draft').changed.sections),
  );
  const labelOf = useLabelOf();
  const words = useSettingWords();
  return { placeText, stepText, settingAt };

  /** `Books › Views › Long books › Filter` */
  function placeText(path: Path): string {
    return path
      .flatMap((_, depth) => {
        const place = path.slice(0, depth + 1);
        return isImplied(path, depth) ? [] : [stepText(place, valueAt(declared, place))];
      })
      .join(' › ');
  }

  /** The last step of a path to a value. */
  function stepText(path: Path, value: unknown): string {
    const step = path.at(-1) ?? '';
    if (typeof step === 'number') return entryText(value) ?? String(step + 1);
    if (path.length === 1) return sections.get(step) ?? step;
    if (isObject(value) && value['label'] !== undefined) return labelOf(value, step);
    const above = path.at(-2);
    if (above === 'permissions') return labelOf(valueAt(declared, ['roles', step]), step);
    if (typeof value === 'string' && isLanguage(step)) return languageName(step);
    const setting = settingAt(path);
    return setting ? words.labelOf(setting) : nameToLabel(step);
  }

  /** An entry of a list by its label, its name or its value. */
  function entryText(entry: unknown): string | undefined {
    if (typeof entry === 'string') return entry;
    if (!isNamed(entry)) return undefined;
    const { label, tab, name, value } = entry;
    const [known = ''] = [name, value].filter(
      (one) => typeof one === 'string' || typeof one === 'number',
    );
    return labelOf({ label: label ?? tab }, String(known));
  }

  function settingAt(path: Path): Setting | undefined {
    const around = schemaOf(declared, path.slice(0, -1));
    return around && settingsOf(around).find(({ name }) => name === path.at(-1));
  }
}

/** Where what a setting of a kind names is declared. */
function placeNamed(kind: SettingKind, [, collection = '']: Path, name: string): Path | undefined {
  if (kind === 'collection') return ['resources', name];
  if (kind === 'roles') return ['roles', name];
  const namesField = kind === 'field' || kind === 'fields' || kind === 'path';
  return namesField ? ['resources', collection, 'fields', name] : undefined;
}

function isNamed(value: unknown): value is JsonObject {
  return (
    isObject(value) && ['label', 'tab', 'name', 'value'].some((one) => value[one] !== undefined)
  );
}

/** Whether people know without it where they are: everything is about collections, and these have fields. */
function isImplied(path: Path, depth: number): boolean {
  const isFields = depth === 2 && path[depth] === 'fields' && path.length > 3;
  return path[0] === 'resources' && path.length > 1 && (depth === 0 || isFields);
}
