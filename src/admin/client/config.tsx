import type { FileProblem } from '../../contract/meta.ts';
import { createContext, useContext } from 'react';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { toDescriptor } from '../../descriptor/read/to-descriptor.ts';
import type { OwnUser } from './own-user.ts';
import type { LoadedConfig } from './load-config.ts';

/** What `GET /api/config` and `/api/users/current` told: who is here, and what there is for them. */
export type Config = {
  user: OwnUser;
  descriptor: Descriptor;
  role: string;
  version: string;
  languages: readonly string[];
  links: Readonly<Record<string, string>>;
  /** Of the whole descriptor; the server's is another one when it has changed. */
  hash: string;
  /** What is wrong with the descriptor as it was last saved; nothing for those who do not write it. */
  problems: readonly FileProblem[];
};

export function toConfig({ user, config }: LoadedConfig): Config {
  return { ...config, user, descriptor: toDescriptor(config.descriptor) };
}

const ConfigContext = createContext<Config | undefined>(undefined);

export const ConfigProvider = ConfigContext.Provider;

/** Loaded before `<Admin>` is drawn, so it is there at once in everything inside. */
export function useConfig(): Config {
  const config = useContext(ConfigContext);
  if (config === undefined) throw new Error('useConfig must be used inside a <ConfigProvider>');
  return config;
}
