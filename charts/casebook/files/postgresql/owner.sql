-- Run once by the image, as its superuser and on the socket, when the data directory is new: what only a superuser may do.
CREATE EXTENSION vector;

-- The owner of the tables gets the password that the image was given, as a digest, and the superuser keeps none.
DO $$ BEGIN
  EXECUTE (SELECT format('CREATE ROLE casebook LOGIN CREATEROLE PASSWORD %L', rolpassword)
           FROM pg_authid WHERE rolname = current_user);
END $$;
ALTER DATABASE casebook OWNER TO casebook;
ALTER ROLE CURRENT_USER PASSWORD NULL;
