// The public interface of this module.
export { createRoadmapsModule, type RoadmapsModule } from './roadmaps.module.ts'
export { exportRoadmaps, readExportedRoadmaps } from './transfer-roadmaps.ts'
export { timeScales, type TimeScale } from './roadmap.ts'
