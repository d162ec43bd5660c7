import { ok, type Route } from '../../../platform/http/routes/route.ts'
import { idParams } from '../../../platform/http/schemas/schema.ts'
import { route, type Viewer } from '../../users/index.ts'
import { ARCHIVE_UPLOADS, type getProjectArchive } from './project-archives.ts'
import { ProjectArchive } from './project-archives.schema.ts'

/** The progress of a project that is created from an archive. The reference platform reports it by mail only. */
export const projectArchivesRoutes = (
  get: ReturnType<typeof getProjectArchive>,
  isoDate: (date: Date) => string,
): Route<Viewer>[] => [
  route({
    method: 'GET',
    path: '/projects/{id}/archive',
    access: 'protected',
    operationId: 'getProjectArchive',
    summary: 'How far a project is that is made from an archive',
    description:
      'For the account that sent the archive, and for site administrators; also when the project was given up. Then its short name is free again.',
    spec: 'projects.md §3.4',
    tag: 'Projects',
    params: idParams('Number that `POST /projects` answered.'),
    responses: { 200: ProjectArchive },
    errors: [400, 401, 404],
    handler: async ({ viewer, params }) => {
      const archive = await get(viewer, params.id)
      return ok({
        id: archive.id,
        project_id: archive.projectId,
        file_name: archive.fileName,
        file_size: archive.fileSize,
        status: archive.status,
        upload_href: archive.status === 'waiting' ? `${ARCHIVE_UPLOADS}/${archive.id}` : null,
        expires_on: isoDate(archive.expiresAt),
        finished_on: archive.finishedAt && isoDate(archive.finishedAt),
        messages: archive.messages.map(({ level, text, file, line, repeated }) => ({
          level,
          text,
          file: file ?? null,
          line: line ?? null,
          repeated: repeated ?? 0,
        })),
      })
    },
  }),
]
