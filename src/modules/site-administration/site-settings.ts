import { Forbidden } from '../../platform/errors.ts'
import type { ListedSetting, SettingsModule } from '../settings/index.ts'
import type { Viewer } from '../users/index.ts'

const requireAdministrator = (viewer: Viewer): void => {
  if (!viewer.isSiteAdministrator)
    throw new Forbidden('Only site administrators work on the settings of the platform', { reason: 'permission.admin' })
}

export const listSettings =
  (settings: SettingsModule) =>
  async (viewer: Viewer): Promise<ListedSetting[]> => {
    requireAdministrator(viewer)
    return settings.list()
  }

/** Changes all settings or none; null resets a setting to its default. */
export const changeSettings =
  (settings: SettingsModule) =>
  async (viewer: Viewer, texts: ReadonlyMap<string, string | null>): Promise<ListedSetting[]> => {
    requireAdministrator(viewer)
    await settings.change(texts, { actorId: viewer.userId, means: viewer.means })
    return settings.list()
  }
