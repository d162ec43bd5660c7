// The public interface of this module: other modules import only this file.
export { exportKanbans } from './transfer/export-kanbans.ts'
export { createKanbansModule, type KanbansModule } from './kanbans.module.ts'
export type { NewKanban } from './model/kanban.ts'
