import { createContext, use } from 'react';

/** What the inputs of settings offer: the languages and names of the descriptor. */
export type SettingNames = {
  languages: readonly string[];
  collections: readonly (readonly [name: string, label: string])[];
  fields: readonly (readonly [name: string, label: string])[];
  roles: readonly (readonly [name: string, label: string])[];
};

export const SettingContext = createContext<SettingNames>({
  languages: [],
  collections: [],
  fields: [],
  roles: [],
});

export function useSettingNames(): SettingNames {
  return use(SettingContext);
}
