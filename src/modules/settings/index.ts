// The public interface of this module.
export { createSettingsModule, type ListedSetting, type SettingsModule } from './settings.module.ts'
export { findSettingName, settingNames, type SettingName } from './settings.ts'
export { zoneNamed } from './time-zone.ts'
export type { IsoDates } from './iso-dates.ts'
