import { createContext, useContext } from 'react';
import type { Descriptor } from '../descriptor/descriptor.ts';
import type { User } from './session.ts';

/** What `GET /api/config` and `/api/users/current` told: who is here, and what there is for them. */
export type Config = {
  user: User;
  descriptor: Descriptor;
  role: string;
  version: string;
  languages: readonly string[];
  links: Readonly<Record<string, string>>;
};

const ConfigContext = createContext<Config | undefined>(undefined);

export const ConfigProvider = ConfigContext.Provider;

/** Loaded before `<Admin>` is drawn, so it is there at once in everything inside. */
export function useConfig(): Config {
  const config = useContext(ConfigContext);
  if (config === undefined) throw new Error('useConfig needs a <ConfigProvider> around it');
  return config;
}
