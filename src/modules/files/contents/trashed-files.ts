/** SQL of the files of artifacts in the trash, with the columns of `file`: their contents stay until the artifact is purged. */
export const TRASHED_FILES = `select f.id, f.name, f.artifact_id, f.size, f.sha256, f.is_finished, f.removed_at
    from trashed_artifact t, jsonb_array_elements(t.rows -> 'files') element, jsonb_populate_record(null::file, element) f`
